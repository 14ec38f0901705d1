import { runTests } from '../slow/run-tests.js';
import { type Suite } from '../slow/suite.js';

/** Looks at the map of `/explore` in a browser: camera, marks, street map. The arguments select suites. */
export const browser: Suite = {
  name: 'browser',
  minutes: 2,
  run: (run) =>
    runTests(
      run,
      run.args.length > 0 ? run.args.map((name) => `test/browser/${name}`) : ['test/browser/'],
      {},
      process.env,
    ),
};
