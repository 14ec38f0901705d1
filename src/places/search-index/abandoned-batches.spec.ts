import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { Client, errors } from '@elastic/elasticsearch';
import { listen } from '../../../dev/services/free-port.js';
import { SearchBatches } from './search-batches.js';

/** A stub: a real Elasticsearch cannot be made to wait until the test says so. */
describe('a batch whose callers go away', () => {
  let requests: { path: string; response: ServerResponse }[];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      requests.push({ path: request.url?.split('?')[0] ?? '', response });
    });
  });
  let client: Client;
  let batches: SearchBatches;

  beforeEach(async () => {
    requests = [];
    client = new Client({ node: await listen(server), maxRetries: 0 });
    batches = new SearchBatches(client, { count: 4 });
  });

  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const search = (signal = new AbortController().signal) =>
    batches.search({}, { caller: { clientId: 'app', userId: undefined, signal }, requestTimeout: 60_000 });

  const received = async (count: number) => {
    while (requests.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    return requests[count - 1];
  };

  const answer = (response: ServerResponse | undefined, body: object): void => {
    response?.setHeader('X-Elastic-Product', 'Elasticsearch').setHeader('Content-Type', 'application/json');
    response?.end(JSON.stringify(body));
  };

  /** Two searches that run, and a batch that is sent when the first of them ends. */
  const sendBatch = async (signals: readonly AbortSignal[]) => {
    const running = [search(), search()];
    const batch = signals.map((signal) => search(signal));
    await received(2);
    answer(requests[0]?.response, { took: 1 });
    const sent = await received(3);
    expect(sent?.path).toBe('/_msearch');
    return { running, batch, sent: sent?.response };
  };

  it('ends in Elasticsearch with the last of them', async () => {
    const callers = [new AbortController(), new AbortController()];
    const { running, batch, sent } = await sendBatch(callers.map(({ signal }) => signal));
    const closed = sent && once(sent, 'close');
    const failures = batch.map((each) => each.catch((error: unknown) => error));
    for (const caller of callers) caller.abort();
    for (const failure of await Promise.all(failures)) expect(failure).toBeInstanceOf(errors.RequestAbortedError);
    await closed;
    expect(sent?.writableFinished).toBe(false);
    answer(requests[1]?.response, { took: 2 });
    await Promise.all(running);
  });

  it('goes on while one of them waits', async () => {
    const [gone, waits] = [new AbortController(), new AbortController()];
    const { running, batch, sent } = await sendBatch([gone.signal, waits.signal]);
    gone.abort();
    answer(sent, { responses: [{ took: 3 }, { took: 4 }] });
    expect(await batch[1]).toEqual({ took: 4 });
    answer(requests[1]?.response, { took: 2 });
    await Promise.all([...running, batch[0]]);
  });
});
