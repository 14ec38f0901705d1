import { join, relative } from 'node:path';
import { type Client, ClientStore } from '../../auth/client-store.js';
import { CommandError, incompleteError } from '../command-error.js';
import { importFiles } from '../import/import-files.js';
import { ImportReport } from '../import/import-report.js';
import { noRun } from '../import/import-run.js';
import { type RecordKindName, recordKindNames, recordKinds } from '../import/record-kinds.js';
import { updateSource } from '../import/records/place-tables.js';
import { fillSource } from '../import/import-plan.js';
import { recordLineReader, withSteps } from '../import/row-reader.js';
import { openInputFile } from '../import/input-file.js';
import { type BackgroundIndexing, withBackgroundIndexing } from '../background-indexing.js';
import { demonstrationClients, type DemonstrationClient } from '../../demonstration/credentials.js';
import { islandSource } from '../../demonstration/island.js';
import { isProductionDatabase } from '../../demonstration/working-credentials.js';
import { type CommandContext } from '../command-context.js';
import { type CommandRow } from '../command-table.js';

/** The build copies the files next to the compiled code. */
const dataFolder = join(__dirname, '..', 'seed', 'data');

export const command: CommandRow = {
  name: 'seed',
  description:
    'Loads the demonstration data: clients, places, users and their activity. Running it again changes nothing. ' +
    'Not for production: its secrets and passwords are public.',
  options: (command) =>
    command
      .option('--small', 'leave out the invented island, which has most of the places', false)
      .option('--empty', 'load only the clients', false),
  examples: ['seed --small'],
  work: seed,
};

interface Options {
  small: boolean;
  empty: boolean;
}

async function seed(context: CommandContext, { small, empty }: Options): Promise<void> {
  const { environment, database, terminal, json } = context;
  const reason = 'the demonstration data has public passwords and secrets.';
  if (environment.NODE_ENV === 'production')
    throw new CommandError(`seed does not run with NODE_ENV=production: ${reason}`);
  if (await isProductionDatabase(database)) {
    throw new CommandError(
      `seed does not run over a database that a service with NODE_ENV=production has used: ${reason} ` +
        `In a copy for development, run DELETE FROM job_runs WHERE name = 'production check'.`,
    );
  }
  await withBackgroundIndexing(
    context,
    async (indexing, interrupted) => {
      const clients: { id: string; state: string }[] = [];
      for (const client of demonstrationClients(environment.PORT)) {
        const state = await registerClient(context, client);
        clients.push({ id: client.id, state });
        if (!json) terminal.print(`client ${client.id}: ${state}`);
      }
      const report = new ImportReport();
      let complete = false;
      try {
        const dataSets = empty ? [] : small ? [inventedData] : [inventedData, island];
        await importData(context, dataSets, { report, indexing, interrupted });
        complete = report.isFullyStored;
      } finally {
        if (json) terminal.printJson({ complete, clients, ...report.toJson() });
        else report.print(terminal);
      }
      if (!complete) throw incompleteError();
    },
    { computesAreas: true },
  );
}

async function importData(
  { database, terminal }: CommandContext,
  dataSets: readonly DataSet[],
  { indexing, ...options }: { report: ImportReport; indexing: BackgroundIndexing; interrupted: AbortSignal },
): Promise<void> {
  for (const { source } of dataSets) await updateSource(database.manager, source, noRun);
  for (const name of recordKindNames) {
    const kind = recordKinds[name];
    for (const { pathOf, source } of dataSets) {
      const path = pathOf(name);
      if (path === undefined) continue;
      const file = openInputFile(path, terminal.input, { name: relative(dataFolder, path) });
      const newReader = () => withSteps(recordLineReader(name), [fillSource(source)]);
      const indexed = kind.changesIndex ? { ...options, indexing } : options;
      await importFiles([file], { ...indexed, writer: kind, newReader, database, terminal });
    }
  }
}

/** Skips unchanged clients: registering one again hashes its secret and makes every replica drop its cached tokens. */
async function registerClient({ app }: CommandContext, client: DemonstrationClient): Promise<string> {
  const store = app.get(ClientStore);
  // Do not enable a client that an operator disabled.
  if ((await store.findIncludingDisabled(client.id))?.disabled) {
    return 'disabled, left unchanged';
  }
  const existing = await (client.public ? store.find(client.id) : store.authenticate(client.id, client.secret));
  if (existing && isSame(existing, client)) return 'unchanged';
  await store.register(client);
  return 'registered';
}

function isSame(existing: Client, client: DemonstrationClient): boolean {
  const fields = ['name', 'trusted', 'public', 'firstParty', 'grants', 'redirectUris'] as const;
  return fields.every((field) => JSON.stringify(existing[field]) === JSON.stringify(client[field]));
}

/** A part of the demonstration data. */
interface DataSet {
  /** The file with the records of a kind; undefined if it has none of that kind. */
  readonly pathOf: (kind: RecordKindName) => string | undefined;
  /** The source of its places. */
  readonly source: { readonly name: string; readonly license: string | null; readonly attribution: string };
}

/** Some sixty places, and the people who sign in and whom the documents show. Invented, so that no licence asks for anything. */
const inventedData: DataSet = {
  pathOf: (kind) => join(dataFolder, `${kind}.ndjson`),
  source: { name: 'Demonstration data', license: null, attribution: 'the demonstration data' },
};

/** An island with a city (docs/data.md). Its categories come with its places. */
const island: DataSet = {
  pathOf: (kind) => (kind === 'categories' ? undefined : join(dataFolder, 'island', `${kind}.ndjson.gz`)),
  source: islandSource,
};
