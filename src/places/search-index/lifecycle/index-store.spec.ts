import { type Client, type TransportRequestOptions } from '@elastic/elasticsearch';
import { IndexStore } from './index-store.js';

describe('bulk requests that are under way together', () => {
  const signals: AbortSignal[] = [];
  const pending: (() => void)[] = [];
  const client = {
    indices: { exists: () => Promise.resolve(true) },
    bulk: async (_request: unknown, { signal }: TransportRequestOptions) => {
      if (signal) signals.push(signal);
      await new Promise<void>((resolve) => pending.push(resolve));
      return { items: [] };
    },
  } as unknown as Client;
  const settings = { ELASTICSEARCH_INDEX: 'places', ELASTICSEARCH_SHARDS: 1, ELASTICSEARCH_REPLICAS: 0 };

  it('are called off one by one when one runs out of its time, and all when the process leaves', async () => {
    const store = new IndexStore(client, settings);
    const carry = () => store.carry(['places-1'], 1, [{ id: 'a', record: undefined }]);
    const both = [carry(), carry()];
    while (signals.length < 2) await new Promise(setImmediate);
    const calledOff: number[] = [];
    signals.forEach((signal, at) => {
      signal.addEventListener('abort', () => calledOff.push(at));
    });
    // This is what the client does then.
    signals[0]?.dispatchEvent(new Event('abort'));
    expect(calledOff).toEqual([0]);
    store.onModuleDestroy();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    pending.forEach((end) => {
      end();
    });
    await Promise.all(both);
  });
});
