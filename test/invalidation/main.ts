import { withServers } from '../../bench/servers.js';
import { main } from '../../dev/main.js';
import { markdownTable } from '../../dev/markdown-table.js';
import { report } from '../../dev/services/step.js';
import { removeEach } from './run.js';

/**
 * `npm run test:invalidation [-- PATTERN]`: removes each trigger, notification, channel and handler of the invalidation (those whose
 * name matches), and fails if no test fails within 10 s.
 */
void main(() =>
  withServers({ settings: {}, folder: 'invalidation' }, async (servers) => {
    const { rows, failures } = await removeEach(servers, new RegExp(process.argv[2] ?? ''));
    report(`\n${markdownTable(['Removed', 'Test that fails', 'Seconds'], rows)}`);
    for (const failure of failures) report(`Not noticed within 10 s: ${failure}`);
    return failures.length === 0 ? 0 : 1;
  }),
);
