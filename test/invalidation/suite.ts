import { withServers } from '../../bench/servers.js';
import { type Suite } from '../slow/suite.js';
import { removeEach } from './run.js';

/**
 * Removes each trigger, notification, channel and handler of the invalidation, and fails if no test fails within 10 s. The
 * argument is a pattern for their names.
 */
export const invalidation: Suite = {
  name: 'invalidation',
  minutes: 10,
  run: (run) =>
    withServers({ settings: {}, folder: 'invalidation', abort: run.abort }, async (servers) => {
      const { rows, failures } = await removeEach(servers, new RegExp(run.args[0] ?? ''));
      for (const [removed = '', test = '', seconds = ''] of rows)
        run.row({ removed, 'test that fails': test, seconds });
      for (const failure of failures) run.expect(false, `Not noticed within 10 s: ${failure}`);
      run.did('removals', rows.length);
    }),
};
