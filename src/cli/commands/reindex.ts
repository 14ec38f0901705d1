import { type Command } from 'commander';
import { IndexLifecycle } from '../../places/search-index/lifecycle/index-lifecycle.js';
import { PlaceReader } from '../../places/place-reader.js';
import { audit } from '../audit.js';
import { interruptible } from '../interruption.js';
import { type RunInContext, type CommandContext } from '../command-context.js';

const progressIntervalMs = 2000;

/** `reindex` */
export function addReindex(program: Command, run: RunInContext): void {
  program
    .command('reindex')
    .summary('Rebuilds the search index.')
    .description('Builds a new search index and swaps it in. Searches use the old index until then.')
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExample:\n  reindex')
    .action(({ json }: { json: boolean }) => run((context) => reindex(context, json)));
}

async function reindex(context: CommandContext, json: boolean): Promise<void> {
  const { app, terminal } = context;
  const lifecycle = app.get(IndexLifecycle);
  const places = await app.get(PlaceReader).count();
  const started = performance.now();
  let reportedAt = started;
  const progress = (done: number): void => {
    const now = performance.now();
    if (now - reportedAt < progressIntervalMs) return;
    reportedAt = now;
    const left = Math.ceil((((now - started) / done) * Math.max(places - done, 0)) / 1000);
    terminal.log(`${done.toLocaleString('en')} of ${places.toLocaleString('en')} places, ${left} s left`);
  };
  const built = await interruptible((signal) => lifecycle.rebuild({ onProgress: progress, signal }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counts = { places: built.places, rejected: built.rejected };
  await audit(context, 'reindex', undefined, counts);
  if (json) terminal.print(JSON.stringify({ ...counts, seconds: Number(seconds) }, null, 2));
  else terminal.print(`The new index is live: ${built.places.toLocaleString('en')} places in ${seconds} s`);
  if (built.rejected > 0) {
    terminal.log(
      `Elasticsearch rejected ${built.rejected.toLocaleString('en')} places. Run \`index status\` to list them.`,
    );
  }
}
