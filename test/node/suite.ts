import { delimiter, dirname } from 'node:path';
import { imageNode, installNode } from '../../bench/servers.js';
import { runTests } from '../slow/run-tests.js';
import { type Suite } from '../slow/suite.js';

/** The suites that depend most on Node: servers, sockets, streams, processes, signals, modules, cryptography, Unicode. */
const dependent = [
  ...['auth', 'concurrency', 'config', 'database', 'http', 'oauth', 'observability', 'response-cache']
    .concat('cli/import/formats', 'places/elasticsearch', 'places/query')
    .map((folder) => `src/${folder}/`),
  ...['caching', 'import-data', 'limits', 'place-words', 'requests', 'start'].map((name) => `test/e2e/${name}`),
];

/** Runs tests on the Node of the image, or on the version given as the first argument. Further arguments select suites. */
export const node: Suite = {
  name: 'node',
  minutes: 5,
  run: async (run) => {
    const [version = imageNode(), ...selected] = run.args;
    const path = `${dirname(await installNode(version))}${delimiter}${process.env.PATH ?? ''}`;
    const suites = selected.length > 0 ? selected : dependent;
    await runTests(run, suites, { Node: version }, { ...process.env, PATH: path });
  },
};
