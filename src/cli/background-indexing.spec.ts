import { ElasticsearchHealth } from '../places/elasticsearch/health.js';
import { IndexLifecycle } from '../places/search-index/lifecycle.js';
import { OutboxRelay } from '../places/search-index/relay.js';
import { BackgroundIndexing } from './background-indexing.js';
import { type CommandContext } from './command-context.js';

const never = new Promise<never>(() => undefined);

/** Elasticsearch responds to no probe from the beginning of a large load on. */
function indexingWith(beginLoad: () => Promise<() => Promise<void>>) {
  const relayed = { batches: 0 };
  let isSilent = false;
  const services = new Map<unknown, unknown>([
    [
      IndexLifecycle,
      {
        ensureLiveIndex: () => Promise.resolve(),
        beginLoad: () => {
          isSilent = true;
          return beginLoad();
        },
      },
    ],
    [OutboxRelay, { indexBatch: () => Promise.resolve((relayed.batches += 1) && 0) }],
    [ElasticsearchHealth, { untilSilent: () => (isSilent ? Promise.resolve() : never) }],
  ]);
  const context = { app: { get: (token: unknown) => services.get(token) } } as unknown as CommandContext;
  return { indexing: new BackgroundIndexing(context, new AbortController().signal), relayed };
}

async function indexBatches(indexing: BackgroundIndexing, count: number): Promise<void> {
  for (let batch = 0; batch < count; batch += 1) await indexing.indexNewChanges();
}

describe('indexing while a command changes places', () => {
  it('pauses if Elasticsearch is silent when a large load begins', async () => {
    const { indexing, relayed } = indexingWith(() => never);
    await indexBatches(indexing, 30);
    await indexing.close();
    expect(relayed.batches).toBe(19);
  });

  it('ends a large load, also without success', async () => {
    const ended = jest.fn(() => Promise.resolve());
    const { indexing } = indexingWith(() => Promise.resolve(ended));
    await indexBatches(indexing, 19);
    await indexing.close();
    expect(ended).not.toHaveBeenCalled();
    await indexBatches(indexing, 1);
    await indexing.close();
    await indexing.close();
    expect(ended).toHaveBeenCalledTimes(1);
  });
});
