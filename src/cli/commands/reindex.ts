import { type Command } from 'commander';
import { IndexKeeper, type IndexStatus } from '../../places/index/index.keeper.js';
import { type Run, type Session } from '../session.js';
import { tableOf } from '../table.js';

/** Milliseconds between messages. */
const restMs = 2000;

/** `reindex` and `index status` */
export function addReindex(program: Command, run: Run): void {
  program
    .command('reindex')
    .summary('build the search index anew')
    .description('Builds a new search index beside the live one and swaps it in. Searches work meanwhile.')
    .action(() => run(reindex));
  program
    .command('index')
    .description('Tells about the search index.')
    .command('status')
    .description('Tells how the search index stands.')
    .option('--json', 'as JSON', false)
    .action(({ json }: { json: boolean }) => run((session) => status(session, json)));
}

async function reindex({ app, terminal }: Session): Promise<void> {
  const keeper = app.get(IndexKeeper);
  const { places } = await keeper.status();
  const started = performance.now();
  let said = started;
  const built = await keeper.rebuild((done) => {
    const now = performance.now();
    if (now - said < restMs) return;
    said = now;
    const left = Math.ceil((((now - started) / done) * Math.max(places - done, 0)) / 1000);
    terminal.say(`${done.toLocaleString('en')} of ${places.toLocaleString('en')} places, ${left} s left`);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  terminal.print(`The new index is live: ${built.toLocaleString('en')} places, in ${seconds} s`);
}

async function status({ app, terminal }: Session, json: boolean): Promise<void> {
  const standing = await app.get(IndexKeeper).status();
  terminal.print(json ? JSON.stringify(standing, null, 2) : linesOf(standing));
}

function linesOf({ alias, live, mappingVersion, places, pending, refusals }: IndexStatus): string {
  const isCurrent = live?.mappingVersion === mappingVersion;
  return tableOf([
    ['alias', alias],
    ['index', live?.name ?? 'none yet'],
    [
      'mapping',
      isCurrent
        ? `${mappingVersion}, current`
        : `${live?.mappingVersion ?? 'none'}: \`reindex\` brings ${mappingVersion}`,
    ],
    ['places', `${places.toLocaleString('en')} stored, ${(live?.documents ?? 0).toLocaleString('en')} in the index`],
    ['pending', `${pending.toLocaleString('en')} changes`],
    ['refused', refusals.length === 0 ? 'none' : refusals.length.toLocaleString('en')],
    ...refusals.map(({ id, reason }) => ['', `${id}: ${reason}`]),
  ]);
}
