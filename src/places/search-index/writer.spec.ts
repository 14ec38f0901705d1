import { type Client, errors, type TransportRequestOptions } from '@elastic/elasticsearch';
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

  it('finds the places for which Elasticsearch rejects a whole request, and checks the indices before each', async () => {
    let checks = 0;
    const requests: string[][] = [];
    const rejecting = {
      indices: { exists: () => Promise.resolve((checks += 1) > 0) },
      bulk: ({ operations }: { operations: string[] }) => {
        const ids = operations.map((line) => (JSON.parse(line) as { delete: { _id: string } }).delete._id);
        requests.push(ids);
        const rejection = {
          statusCode: 400,
          body: { error: { type: 'mapper', reason: 'bad' } },
          headers: {},
          meta: {},
        };
        if (ids.some((id) => id === 'b' || id === 'd')) throw new errors.ResponseError(rejection as never);
        return Promise.resolve({ items: [] });
      },
    } as unknown as Client;
    const states = ['a', 'b', 'c', 'd'].map((id) => ({ id, record: undefined }));
    const rejections = await new IndexWriter(rejecting).write(['places-1'], 1, states);
    expect(rejections.map(({ id }) => id)).toEqual(['b', 'd']);
    expect(requests.map((ids) => ids.join(''))).toEqual(['abcd', 'ab', 'a', 'b', 'cd', 'c', 'd']);
    expect(checks).toBe(requests.length);
  });
});
