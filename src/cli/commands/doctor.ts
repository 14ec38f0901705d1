import { type Command } from 'commander';
import { DataSource } from 'typeorm';
import { ClusterInspector } from '../../places/search-index/lifecycle/cluster-inspector.js';
import { IndexInspector } from '../../places/search-index/lifecycle/index-inspector.js';
import { CommandError } from '../command-error.js';
import { type RunInContext, type CommandContext } from '../command-context.js';
import { checkCertificate } from '../doctor/check-certificate.js';
import { checkDatabase } from '../doctor/check-database.js';
import { checkIndex, checkSearch } from '../doctor/check-search.js';
import { type Finding } from '../doctor/finding.js';
import { formatTable } from '../table.js';

const help = `
Changes nothing. Exit status: 0 nothing failed, perhaps with warnings; 1 something failed.

Examples:
  doctor
  doctor --json`;

/** `doctor` */
export function addDoctor(program: Command, run: RunInContext): void {
  program
    .command('doctor')
    .summary('Checks what the service needs.')
    .description(
      'Checks PostgreSQL, Elasticsearch, schema, mapping, permissions, clock, disks, queue and certificates, and says what to do.',
    )
    .option('--json', 'print JSON', false)
    .addHelpText('after', help)
    .action(({ json }: { json: boolean }) => run((context) => examine(context, json), { connected: false }));
}

async function examine(context: CommandContext, json: boolean): Promise<void> {
  const findings = await findingsOf(context);
  context.terminal.print(json ? JSON.stringify(findings, null, 2) : formatFindings(findings));
  const failures = findings.filter(({ status }) => status === 'failed').length;
  if (failures > 0) throw new CommandError(`${failures} checks failed: see above.`);
}

async function findingsOf({ app, environment }: CommandContext): Promise<Finding[]> {
  const database = await checkDatabase(app.get(DataSource));
  const search = await checkSearch(app.get(ClusterInspector), environment.ELASTICSEARCH_INDEX);
  const isUsable = [...database, ...search].every(({ status }) => status !== 'failed');
  const addresses = [...environment.ELASTICSEARCH_URL, environment.PUBLIC_URL ?? ''].filter((url) =>
    url.startsWith('https:'),
  );
  const certificates = await Promise.all(addresses.map((address) => checkCertificate(new URL(address))));
  return [
    ...database,
    ...search,
    ...(isUsable ? await checkIndex(app.get(IndexInspector)) : []),
    ...certificates.flat(),
  ];
}

function formatFindings(findings: readonly Finding[]): string {
  return formatTable(
    findings.map(({ check, status, detail, remedy }) => [
      status.toUpperCase(),
      check,
      remedy === undefined ? detail : `${detail}. ${remedy}`,
    ]),
  );
}
