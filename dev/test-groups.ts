import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Suites that need programs which `.ci/run` still installs when the tests begin. */
const NEEDS_PROGRAMS = '/generated-clients.spec.ts';

/** How long suites take for each character, those without servers 1: by what they use, the first that matches. */
const DURATIONS: readonly (readonly [uses: RegExp, factor: number])[] = [
  [/use-browser|node:child_process|compiled-service/, 8],
  [/command-line\.js/, 5],
  [/directory\.js|database\.js|consent\.js/, 4],
];

/**
 * Writes test files that each load several suites. Jest loads all modules anew for each test file, which takes longer than most suites:
 * the suites of a group load them once, and share one application with plain settings.
 *
 * @param suites paths of test files
 * @param folder emptied before
 * @param shares of the work, a group each. Jest runs the groups in this order (dev/test-sequencer.cjs). Suites that need programs are in
 * the last one.
 */
export function writeGroups(suites: readonly string[], folder: string, shares: readonly number[]): void {
  const files = suites.map((suite) => ({ suite, duration: durationOf(readFileSync(suite, 'utf8')) }));
  const groups = shares.map((share) => ({ share, size: 0, suites: [] as string[] }));
  for (const { suite, duration } of files.sort((a, b) => b.duration - a.duration)) {
    const emptiest = groups.reduce((least, group) =>
      group.size / group.share < least.size / least.share ? group : least,
    );
    const group = suite.endsWith(NEEDS_PROGRAMS) ? (groups.at(-1) ?? emptiest) : emptiest;
    group.size += duration;
    group.suites.push(suite);
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

/** Roughly, to compare suites. */
function durationOf(text: string): number {
  const [, factor] = DURATIONS.find(([uses]) => uses.test(text)) ?? [undefined, 1];
  return text.length * factor;
}
