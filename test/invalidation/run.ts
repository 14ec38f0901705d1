import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchServers } from '../../bench/servers.js';
import { nodeCommand, run } from '../../dev/run-program.js';
import { report } from '../../dev/services/step.js';
import { Copy } from '../recipes/copy.js';
import { type Removal, removals, type TriggerPart } from './removals.js';

const suite = 'test/e2e/invalidation';

/** From the start of a test until it fails. */
const maxSeconds = 10;

/** The tests that fail without the part of a trigger. */
const testsOf: Record<TriggerPart, string> = {
  trigger: '^a cached|^the index follows',
  notification: '^the index follows|does not see it$',
};

/** Enough tests to notice a channel or a handler. */
const someTests = 'change of users|places_insert|access_tokens_change|a label|are away';

interface Test {
  readonly title: string;
  readonly failed: boolean;
  readonly seconds: number;
}

/**
 * Removes each trigger, each notification, each channel and each handler, and runs the tests that must notice.
 *
 * @param only removals whose name matches
 * @returns what was removed, the test that failed, and its seconds; and what no test noticed within 10 s
 */
export async function removeEach(
  { databaseUrl, elasticsearchUrl, abort }: Pick<BenchServers, 'databaseUrl' | 'elasticsearchUrl' | 'abort'>,
  only = /^/,
): Promise<{ rows: string[][]; failures: string[] }> {
  const parts = Object.entries(testsOf).filter(([part]) => only.test(part));
  const chosen = removals.filter(({ name }) => only.test(name));
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: databaseUrl, ELASTICSEARCH_URL: elasticsearchUrl };
  const [rows, failures]: [string[][], string[]] = [[], []];
  const note = (removed: string, { title, failed, seconds }: Test): void => {
    rows.push([removed, failed ? title : '', seconds.toFixed(1)]);
    report(`  ${rows.at(-1)?.join(' | ') ?? ''}`);
    if (!failed || seconds > maxSeconds) failures.push(`${removed}: ${title}`);
  };
  const copy = new Copy();
  const tests = (pattern: string, variables: NodeJS.ProcessEnv = {}): Promise<Test[]> =>
    runTests(copy.folder, [suite, '--testNamePattern', pattern], { env: { ...env, ...variables }, abort });
  try {
    copy.linkPackages();
    for (const { title, failed } of await tests(`${testsOf.trigger}|${someTests}`))
      if (failed) throw new Error(`With nothing removed, a test fails: ${title}`);
    for (const [part, pattern] of parts) for (const test of await tests(pattern, { REMOVED: part })) note(part, test);
    for (const removal of chosen) {
      const restore = remove(removal, copy.folder);
      const failed = (await tests(someTests)).find((test) => test.failed);
      note(removal.name, failed ?? { title: '', failed: false, seconds: 0 });
      restore();
    }
  } finally {
    copy.remove();
  }
  return { rows, failures };
}

/** @returns what restores the text */
function remove({ name, file, text, replacement }: Removal, folder: string): () => void {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${name}: ${file} must have this text once: ${text}`);
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  );
  return () => {
    writeFileSync(path, source);
  };
}

interface JestResults {
  readonly testResults: readonly {
    readonly assertionResults: readonly { fullName: string; status: string; duration?: number | null }[];
  }[];
}

/** @returns the tests that ran, in their order @throws Error if none ran */
async function runTests(
  folder: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; abort: AbortSignal },
): Promise<Test[]> {
  const results = join(folder, 'results.json');
  rmSync(results, { force: true });
  const jest = join(folder, 'node_modules/jest/bin/jest.js');
  const place = ['--rootDir', folder, '--config', join(folder, 'jest.config.cjs'), '--json', `--outputFile=${results}`];
  const failure: unknown = await run(nodeCommand(jest, ...place, '--runInBand', ...args), options).catch(
    (error: unknown) => error,
  );
  options.abort.throwIfAborted();
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as JestResults;
  const tests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => ['passed', 'failed'].includes(status))
    .map(({ fullName, status, duration }) => ({
      ...{ title: fullName, failed: status === 'failed', seconds: (duration ?? 0) / 1000 },
    }));
  if (tests.length === 0) throw new Error(`No test ran: ${args.join(' ')}`, { cause: failure });
  return tests;
}
