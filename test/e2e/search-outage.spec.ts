import { createServer, type Server, type Socket } from 'node:net';
import { PlaceSearcher } from '../../src/places/search-index/place-searcher.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const next = () => new Promise((resolve) => setTimeout(resolve, 100));

/** The latency of a slow proxy: most of the time that a search has. */
const delayMs = 1050;

/** A proxy between the service and the real Elasticsearch that can cut connections, or stop or delay forwarding. */
class Proxy {
  private readonly sockets = new Set<Socket>();
  private state: 'working' | 'cut' | 'silent' | 'slow' = 'working';
  /** Connections that were cut. */
  rejected = 0;
  private readonly server: Server;

  constructor(private readonly target: URL) {
    this.server = createServer((near) => {
      this.sockets.add(near);
      near.on('error', () => near.destroy());
      if (this.state === 'cut') {
        this.rejected += 1;
        near.destroy();
      } else void this.connect(near);
    });
  }

  private async connect(near: Socket): Promise<void> {
    const { connect } = await import('node:net');
    const far = connect(Number(this.target.port), this.target.hostname);
    this.sockets.add(far);
    far.on('error', () => near.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (data) => {
      if (this.state === 'working') far.write(data);
      if (this.state === 'slow') setTimeout(() => far.write(data), delayMs);
    });
    far.on('data', (data) => {
      if (this.state === 'working' || this.state === 'slow') near.write(data);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  set(state: 'working' | 'cut' | 'silent' | 'slow'): void {
    this.state = state;
    if (state === 'working' || state === 'cut') this.sockets.forEach((socket) => socket.destroy());
  }

  close(): void {
    this.set('cut');
    this.server.close();
  }
}

describe('place search while Elasticsearch is away', () => {
  const proxy = new Proxy(new URL(process.env.ELASTICSEARCH_URL ?? 'http://127.0.0.1:9200'));

  const { directory, get } = useDirectory({
    env: async () => ({ ELASTICSEARCH_URL: await proxy.open(), SEARCH_TIMEOUT: '500' }),
    places: [aPlace({ id: 'masp' })],
  });

  afterEach(() => {
    proxy.set('working');
  });

  afterAll(() => {
    proxy.close();
  });

  /** Searches until search works again, or the test times out. */
  async function recovered(): Promise<void> {
    while ((await get('/v2/places')).status !== 200) await next();
  }

  it.each(['cut', 'silent'] as const)(
    'answers 503 as a problem when the connection is %s, and comes back',
    async (state) => {
      proxy.set(state);
      for (let request = 0; request < 8; request += 1) {
        const { status, headers, body } = await get('/v2/places?q=museu');
        expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'search_unavailable', '1']);
        expect(body.detail).not.toMatch(/elastic|ECONN|timeout/i);
      }
      const suggest = await get('/v2/places/suggest?q=mus');
      expect([suggest.status, suggest.body.code]).toEqual([503, 'search_unavailable']);
      // Everything else goes on.
      expect((await get('/v2/places/masp')).status).toBe(200);
      expect((await get('/v2/categories')).status).toBe(200);
      proxy.set('working');
      await recovered();
    },
  );

  it('opens the circuit at the first searches that time out, however many succeeded before', async () => {
    const ask = (count: number) => Promise.all(Array.from({ length: count }, () => get('/v2/places?q=museu')));
    for (let round = 0; round < 15; round += 1) {
      const before = await ask(10);
      expect(before.every(({ status }) => status === 200)).toBe(true);
    }
    proxy.set('silent');
    const after = await ask(40);
    expect(after.every(({ status }) => status === 503)).toBe(true);
    expect(directory.app.get(PlaceSearcher).load).toMatchObject({ circuitOpen: true, running: 0, waiting: 0 });
    proxy.set('working');
    await recovered();
  });

  it('indexes the changes made meanwhile once Elasticsearch is back', async () => {
    proxy.set('cut');
    await directory.source.query("UPDATE places SET name = 'Zebra' WHERE id = 'masp'");
    // Index sync has failed, and the change is still in the outbox.
    for (const before = proxy.rejected; proxy.rejected === before;) await next();
    expect(await directory.source.query('SELECT place_id FROM place_changes')).toContainEqual({ place_id: 'masp' });
    proxy.set('working');
    await recovered();
    const found = async (q: string) => (await get(`/v2/places?q=${q}`)).body?.results?.header.found as unknown;
    while ((await found('zebra')) !== 1) await next();
    expect(await found('masp')).toBe(0);
    expect(await directory.source.query('SELECT place_id FROM place_changes')).toEqual([]);
  });
});

describe('place search while Elasticsearch is slow', () => {
  const proxy = new Proxy(new URL(process.env.ELASTICSEARCH_URL ?? 'http://127.0.0.1:9200'));

  const { directory } = useDirectory({
    env: async () => ({ ELASTICSEARCH_URL: await proxy.open() }),
    places: [aPlace({ id: 'masp' })],
  });

  afterAll(() => {
    proxy.close();
  });

  it('gives each of many concurrent searches the whole time-out after it leaves the queue', async () => {
    const token = await directory.token();
    proxy.set('slow');
    const answers = await Promise.all(Array.from({ length: 40 }, () => directory.get('/v2/places?q=museu', token)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    expect(directory.app.get(PlaceSearcher).load).toMatchObject({ circuitOpen: false, rejected: 0 });
  });
});
