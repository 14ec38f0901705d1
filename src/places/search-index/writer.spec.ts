import { type Client, type TransportRequestOptions } from '@elastic/elasticsearch';
import { IndexWriter } from './writer.js';

describe('IndexWriter', () => {
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

  it('aborts all requests at shutdown', async () => {
    const writer = new IndexWriter(client);
    const write = () => writer.write(['places-1'], 1, [{ id: 'a', record: undefined }]);
    const both = [write(), write()];
    while (signals.length < 2) await new Promise(setImmediate);
    expect(signals.map((signal) => signal.aborted)).toEqual([false, false]);
    writer.onModuleDestroy();
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
    pending.forEach((end) => {
      end();
    });
    await Promise.all(both);
  });
});
