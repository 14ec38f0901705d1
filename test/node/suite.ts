import { readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { imageNode, installNode } from '../../bench/servers.js';
import { dataDirOf } from '../../dev/data-dir.js';
import { runInForeground } from '../../dev/run-program.js';
import { type Suite } from '../slow/suite.js';

/** The suites that depend most on Node: servers, sockets, streams, processes, signals, modules, cryptography, Unicode. */
const dependent = [
  ...['auth', 'concurrency', 'config', 'database', 'http', 'oauth', 'observability', 'response-cache']
    .concat('cli/import/formats', 'places/elasticsearch', 'places/query')
    .map((folder) => `src/${folder}/`),
  ...['caching', 'import-data', 'limits', 'place-words', 'requests', 'start'].map((name) => `test/e2e/${name}`),
];

interface JestResults {
  readonly numTotalTestSuites: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
}

/** Runs tests on the Node of the image, or on the version given as the first argument. Further arguments select suites. */
export const node: Suite = {
  name: 'node',
  minutes: 5,
  run: async (run) => {
    const [version = imageNode(), ...selected] = run.args;
    const path = `${dirname(await installNode(version))}${delimiter}${process.env.PATH ?? ''}`;
    const suites = selected.length > 0 ? selected : dependent;
    const options = { env: { ...process.env, PATH: path }, abort: run.abort };
    const status = await runInForeground(['npm', 'test', '--', ...suites], options);
    run.abort.throwIfAborted();
    // `npm test` has removed those of earlier runs.
    const folder = join(dataDirOf(process.env), 'test');
    const files = readdirSync(folder).filter((name) => name.endsWith('-results.json'));
    const results = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as JestResults);
    const sum = (name: keyof JestResults): number => results.reduce((total, result) => total + result[name], 0);
    const [passed, failed] = [sum('numPassedTests'), sum('numFailedTests')];
    run.row({ Node: version, suites: sum('numTotalTestSuites'), passed, failed, 'not run': sum('numPendingTests') });
    run.did('passed tests', passed);
    run.expect(status === 0, `npm test ended with status ${status}.`);
  },
};
