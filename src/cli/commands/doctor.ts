import { WorkingCredentials } from '../../demonstration/working-credentials.js';
import { ClusterInspector, IndexInspector } from '../../places/search-index/inspect.js';
import { SyncLagMeter } from '../../places/search-index/relay.js';
import { CommandError } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { type CommandRow } from '../command-table.js';
import { checkCertificate, checkDemonstration, checkPublicUrl, checkFiles } from '../doctor/check-settings.js';
import { checkDatabase } from '../doctor/check-database.js';
import { checkIndex, checkSearch, checkSync } from '../doctor/check-search.js';
import { type Finding, warning } from '../doctor/finding.js';
import { formatTable } from '../terminal.js';
import { countOf } from '../visible-text.js';

export const command: CommandRow = {
  name: 'doctor',
  description:
    'Checks PostgreSQL, its connections, Elasticsearch, schema, mapping, permissions, clock, disks, queue, certificates, demonstration credentials and files of settings, and says what to do.',
  notes: `\
Changes nothing. Run it with the settings and files of the service. A check without an answer in five seconds has failed.

Exit status: 0 nothing failed, perhaps with warnings; 1 something failed.`,
  examples: ['doctor', 'doctor --json'],
  runOptions: () => ({ connected: false }),
  work: examine,
};

async function examine(context: CommandContext): Promise<void> {
  const findings = await findingsOf(context);
  context.print(findings, formatFindings(findings));
  const failures = findings.filter(({ status }) => status === 'failed').length;
  if (failures > 0) throw new CommandError(`${countOf(failures, 'check')} failed: see above.`);
}

async function findingsOf({ app, database: connection, environment }: CommandContext): Promise<Finding[]> {
  const { ELASTICSEARCH_URL: nodes, ELASTICSEARCH_INDEX: alias, PUBLIC_URL: publicUrl = '' } = environment;
  const [database, search] = await Promise.all([
    checkDatabase(connection, environment),
    checkSearch(app.get(ClusterInspector), alias),
  ]);
  // A server that is away is named once.
  const isAway = (findings: Finding[], server: string) =>
    findings.some(({ check, status }) => check === server && status === 'failed');
  const others = await Promise.all([
    isAway(search, 'elasticsearch') ? [] : checkIndex(app.get(IndexInspector), alias),
    isAway(database, 'postgresql') ? [] : checkSync(app.get(SyncLagMeter)),
    isAway(database, 'postgresql') ? [] : checkDemonstration(app.get(WorkingCredentials), environment),
    ...nodes.filter(isHttps).map((node) => checkCertificate(node)),
    // Not every network lets its own machines reach the service that way.
    isHttps(publicUrl)
      ? checkCertificate(publicUrl, 'Normal if this network cannot reach PUBLIC_URL. Else check the address.', warning)
      : [],
    ...checkFiles(environment),
  ]);
  return [...database, ...search, ...others.flat(), ...checkPublicUrl(environment)];
}

const isHttps = (address: string) => address.startsWith('https:');

function formatFindings(findings: readonly Finding[]): string {
  return formatTable(
    findings.map(({ check, status, detail, remedy }) => [
      status.toUpperCase(),
      check,
      remedy === undefined ? detail : `${detail}. ${remedy}`,
    ]),
  );
}
