import { join } from 'node:path';
import { type Command } from 'commander';
import { type Client, ClientStore, type ClientRegistration } from '../../auth/clients/client-store.js';
import { CommandError, incompleteError } from '../command-error.js';
import { importFiles } from '../import/import-files.js';
import { recordKindNames, recordKinds } from '../import/record-kinds.js';
import { updateSource } from '../import/records/sources.js';
import { withSource } from '../import/source-options.js';
import { recordLineReader } from '../import/row-reader.js';
import { openInputFile } from '../import/input-file.js';
import { type BackgroundIndexing, withBackgroundIndexing } from '../background-indexing.js';
import { demonstrationClients } from '../seed/demonstration-clients.js';
import { type RunInContext, type CommandContext } from '../command-context.js';

/** The build copies the files next to the compiled code. */
const dataFolder = join(__dirname, '..', 'seed', 'data');

/** `seed [--empty]` */
export function addSeed(program: Command, run: RunInContext): void {
  program
    .command('seed')
    .summary('Loads the demonstration data.')
    .description(
      'Loads the demonstration data: clients, places, users and their activity. Running it again changes nothing. ' +
        'Not for production: its secrets and passwords are public.',
    )
    .option('--empty', 'load only the clients', false)
    .action(({ empty }: { empty: boolean }) => run((context) => seed(context, empty)));
}

async function seed(context: CommandContext, empty: boolean): Promise<void> {
  if (context.environment.NODE_ENV === 'production') {
    throw new CommandError(
      'seed does not run with NODE_ENV=production: the demonstration data has public passwords and secrets.',
    );
  }
  await withBackgroundIndexing(context, async (indexing, interrupted) => {
    for (const client of demonstrationClients(context.environment.PORT)) await registerClient(context, client);
    if (!empty) await importData(context, indexing, interrupted);
  });
}

/** Places of the demonstration are invented, so that no licence asks for anything. */
const demonstrationSource = { name: 'Demonstration data', license: null, attribution: 'Invented for demonstrations' };

async function importData(
  { database, terminal }: CommandContext,
  indexing: BackgroundIndexing,
  interrupted: AbortSignal,
): Promise<void> {
  let complete = true;
  await updateSource(database.manager, demonstrationSource);
  for (const name of recordKindNames) {
    const source = openInputFile(join(dataFolder, `${name}.ndjson`), terminal.input, { name });
    const kind = recordKinds[name];
    const reader = recordLineReader(kind);
    const isComplete = await importFiles([source], {
      ...{ writer: kind, reader: withSource(reader, demonstrationSource), database, terminal, interrupted },
      ...(kind.changesIndex && { afterBatch: () => indexing.indexNewChanges() }),
    });
    complete &&= isComplete;
  }
  if (!complete) throw incompleteError();
}

/** Skips unchanged clients: registering one again hashes its secret and makes every replica drop its cached tokens. */
async function registerClient({ app, terminal }: CommandContext, client: Required<ClientRegistration>): Promise<void> {
  const store = app.get(ClientStore);
  // Do not enable a client that an operator disabled.
  if ((await store.findIncludingDisabled(client.id))?.disabled) {
    terminal.print(`client ${client.id}: disabled, left unchanged`);
    return;
  }
  const existing = await (client.public ? store.find(client.id) : store.authenticate(client.id, client.secret));
  if (existing && isSame(existing, client)) {
    terminal.print(`client ${client.id}: unchanged`);
    return;
  }
  await store.register(client);
  terminal.print(`client ${client.id}: registered`);
}

function isSame(existing: Client, registration: ClientRegistration): boolean {
  const stateOf = ({ name, trusted, public: isPublic, grants, redirectUris }: Client | ClientRegistration) =>
    JSON.stringify([name, trusted, isPublic, grants, redirectUris]);
  return stateOf(existing) === stateOf(registration);
}
