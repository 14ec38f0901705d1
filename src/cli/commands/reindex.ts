import { type Command } from 'commander';
import { IndexKeeper, type IndexStatus } from '../../places/index/index.keeper.js';
import { interruptible } from '../interruption.js';
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
  const progress = (done: number): void => {
    const now = performance.now();
    if (now - said < restMs) return;
    said = now;
    const left = Math.ceil((((now - started) / done) * Math.max(places - done, 0)) / 1000);
    terminal.say(`${done.toLocaleString('en')} of ${places.toLocaleString('en')} places, ${left} s left`);
  };
  const built = await interruptible((signal) => keeper.rebuild({ progress, signal }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  terminal.print(`The new index is live: ${built.places.toLocaleString('en')} places, in ${seconds} s`);
  if (built.refused > 0) {
    terminal.say(`Elasticsearch refused ${built.refused.toLocaleString('en')} of them: \`index status\` names them.`);
  }
}

async function status({ app, terminal }: Session, json: boolean): Promise<void> {
  const standing = await app.get(IndexKeeper).status();
  terminal.print(json ? JSON.stringify(standing, null, 2) : linesOf(standing));
}

function linesOf({ alias, live, indices, mappingVersion, places, pending, refusals }: IndexStatus): string {
  const isCurrent = live?.mappingVersion === mappingVersion;
  return tableOf([
    ['alias', alias],
    ['index', live?.name ?? 'none yet'],
    // One that is being built, or that a crash left; changes are carried to it too.
    ...indices.filter((name) => name !== live?.name).map((name) => ['beside', name]),
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
