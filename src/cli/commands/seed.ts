import { join } from 'node:path';
import { type Command } from 'commander';
import { type Client, ClientStore, type ClientRegistration } from '../../auth/clients/client-store.js';
import { Failure, notAllDone } from '../failure.js';
import { importSources } from '../import/import-source.js';
import { kindNames, kinds } from '../import/kinds.js';
import { recordReader } from '../import/reader.js';
import { openSource } from '../import/source.js';
import { type SearchIndex, withSearchIndex } from '../search-index.js';
import { demonstrationClients } from '../seed/demonstration.js';
import { type Run, type Session } from '../session.js';

/** The files lie beside the compiled program, as they do beside its source. */
const dataFolder = join(__dirname, '..', 'seed', 'data');

/** `seed [--empty]` */
export function addSeed(program: Command, run: Run): void {
  program
    .command('seed')
    .summary('load the demonstration data')
    .description(
      'Loads the demonstration data: places, users, what they did, and clients. Never in production: its secrets and ' +
        'passwords are public. Again, it changes nothing.',
    )
    .option('--empty', 'only the clients', false)
    .action(({ empty }: { empty: boolean }) => run((session) => seed(session, empty)));
}

async function seed(session: Session, empty: boolean): Promise<void> {
  if (session.environment.NODE_ENV === 'production') {
    throw new Failure('Demonstration data has public passwords and secrets: not with NODE_ENV=production.');
  }
  await withSearchIndex(session, async (index, interrupted) => {
    for (const client of demonstrationClients(session.environment.PORT)) await registerClient(session, client);
    if (!empty) await importData(session, index, interrupted);
  });
}

async function importData(
  { database, terminal }: Session,
  index: SearchIndex,
  interrupted: AbortSignal,
): Promise<void> {
  let complete = true;
  for (const name of kindNames) {
    const source = openSource(join(dataFolder, `${name}.ndjson`), terminal.input, { name });
    const afterBatch = async (): Promise<void> => (kinds[name].searchable ? index.follow() : undefined);
    const kind = kinds[name];
    const isIn = await importSources([source], {
      kind,
      reader: recordReader(kind),
      database,
      terminal,
      afterBatch,
      interrupted,
    });
    complete &&= isIn;
  }
  if (!complete) throw notAllDone();
}

/** A hash takes a while, and written anew it would make every replica look its tokens up again. */
async function registerClient({ app, terminal }: Session, client: Required<ClientRegistration>): Promise<void> {
  const store = app.get(ClientStore);
  // Whoever disabled it had a reason.
  if ((await store.findIncludingDisabled(client.id))?.disabled) {
    terminal.print(`client ${client.id}: disabled, and stays so`);
    return;
  }
  const known = await (client.public ? store.find(client.id) : store.authenticate(client.id, client.secret));
  if (known && isSame(known, client)) {
    terminal.print(`client ${client.id}: unchanged`);
    return;
  }
  await store.register(client);
  terminal.print(`client ${client.id}: registered`);
}

function isSame(known: Client, registration: ClientRegistration): boolean {
  const stateOf = ({ name, trusted, public: isPublic, grants, redirectUris }: Client | ClientRegistration) =>
    JSON.stringify([name, trusted, isPublic, grants, redirectUris]);
  return stateOf(known) === stateOf(registration);
}
