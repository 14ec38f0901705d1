import { type Command } from 'commander';
import { IndexLifecycle } from '../../places/search-index/lifecycle/index-lifecycle.js';
import { PlaceReader } from '../../places/place-reader.js';
import { interruptible } from '../interruption.js';
import { type Run, type Session } from '../session.js';

/** Milliseconds between messages. */
const restMs = 2000;

/** `reindex` */
export function addReindex(program: Command, run: Run): void {
  program
    .command('reindex')
    .summary('build the search index anew')
    .description('Builds a new search index beside the live one and swaps it in. Searches work meanwhile.')
    .action(() => run(reindex));
}

async function reindex({ app, terminal }: Session): Promise<void> {
  const keeper = app.get(IndexLifecycle);
  const places = await app.get(PlaceReader).count();
  const started = performance.now();
  let said = started;
  const progress = (done: number): void => {
    const now = performance.now();
    if (now - said < restMs) return;
    said = now;
    const left = Math.ceil((((now - started) / done) * Math.max(places - done, 0)) / 1000);
    terminal.say(`${done.toLocaleString('en')} of ${places.toLocaleString('en')} places, ${left} s left`);
  };
  const built = await interruptible((signal) => keeper.rebuild({ onProgress: progress, signal }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  terminal.print(`The new index is live: ${built.places.toLocaleString('en')} places, in ${seconds} s`);
  if (built.rejected > 0) {
    terminal.say(`Elasticsearch rejected ${built.rejected.toLocaleString('en')} of them: \`index status\` lists them.`);
  }
}
