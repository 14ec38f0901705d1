import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Suites that replace a module need a registry of modules of their own. */
const REPLACES_MODULES = /\bjest\.mock\(/;

/** Suites that need programs which `.ci/run` still installs when the tests begin. */
const NEEDS_PROGRAMS = '/generated-clients.spec.ts';

/**
 * Writes test files that each load several suites. Jest loads all modules anew for each test file, which takes longer than most suites:
 * the suites of a group load them once, and share one application with plain settings.
 *
 * @param suites paths of test files
 * @param folder emptied before
 * @param count of groups, which get less code from one to the next: at the end, no worker is idle for long. Each suite that replaces a
 * module is one more group. Jest runs them in the order of their names (dev/test-sequencer.cjs). Suites that need programs are in the last
 * of the counted groups.
 */
export function writeGroups(suites: readonly string[], folder: string, count: number): void {
  const files = suites.map((suite) => ({ suite, text: readFileSync(suite, 'utf8') }));
  const groups = Array.from({ length: count }, (_, at) => ({ share: count - at, size: 0, suites: [] as string[] }));
  for (const { suite, text } of files.sort((a, b) => b.text.length - a.text.length)) {
    if (REPLACES_MODULES.test(text)) groups.push({ share: 0, size: 0, suites: [suite] });
    else {
      const counted = groups.slice(0, count);
      const emptiest = counted.reduce((least, group) =>
        group.size / group.share < least.size / least.share ? group : least,
      );
      const group = suite.endsWith(NEEDS_PROGRAMS) ? (counted.at(-1) ?? emptiest) : emptiest;
      group.size += text.length;
      group.suites.push(suite);
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
    writeFileSync(join(folder, `group-${String(index + 1).padStart(2, '0')}.spec.ts`), text);
  }
}
