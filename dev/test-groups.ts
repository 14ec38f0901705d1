import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Suites that replace a module need a registry of modules of their own. */
const REPLACES_MODULES = /\bjest\.mock\(/;

/**
 * Writes test files that each load several suites. Jest loads all modules anew for each test file, which takes longer than most suites:
 * the suites of a group load them once, and share one application with plain settings.
 *
 * @param suites paths of test files
 * @param folder emptied before
 * @param count of groups, which have about equal amounts of code. Each suite that replaces a module is one more group.
 */
export function writeGroups(suites: readonly string[], folder: string, count: number): void {
  const files = suites.map((suite) => ({ suite, text: readFileSync(suite, 'utf8') }));
  const groups = Array.from({ length: count }, () => ({ size: 0, suites: [] as string[] }));
  for (const { suite, text } of files.sort((a, b) => b.text.length - a.text.length)) {
    if (REPLACES_MODULES.test(text)) groups.push({ size: Infinity, suites: [suite] });
    else {
      const smallest = groups.reduce((least, group) => (group.size < least.size ? group : least));
      smallest.size += text.length;
      smallest.suites.push(suite);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const loader = require.resolve('../test/support/load-suite.ts');
  for (const [index, group] of groups.entries()) {
    const lines = group.suites.sort().map((suite) => {
      const name = relative(process.cwd(), suite);
      return `loadSuite(${JSON.stringify(name)}, () => require(${JSON.stringify(suite)}));`;
    });
    const text = [`const { loadSuite } = require(${JSON.stringify(loader)});`, ...lines, ''].join('\n');
    writeFileSync(join(folder, `group-${index + 1}.spec.ts`), text);
  }
}
