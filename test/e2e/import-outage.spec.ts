import { setTimeout } from 'node:timers/promises';
import { type Result } from '../support/command-line.js';
import { searchable } from '../support/searchable.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { useCommandLine } from '../support/use-command-line.js';

const aPlace = (id: string, more: object = {}): object => ({ id, name: `Place ${id}`, ...more });

describe('import without Elasticsearch', () => {
  const cli = useCommandLine();

  it('stores places while Elasticsearch is unavailable, and says that they are not searchable yet', async () => {
    const path = await cli.write('away.ndjson', JSON.stringify(aPlace('away', { name: 'Xylophone' })));
    const { status, messages } = await cli.run(['import', 'places', path], { ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
    expect(status).toBe(1);
    expect(messages).toContain('The changes are stored, but not searchable yet: Elasticsearch: ');
    // The next relay of the outbox indexes them.
    await cli.import('places', []);
    expect(await searchable(cli, 'q=xylophone')).toEqual(['away']);
  });

  describe('while Elasticsearch accepts connections but does not respond', () => {
    let proxy: TcpProxy;
    const running = async (id: string): Promise<{ result: Promise<Result> }> => {
      const path = await cli.write(`${id}.ndjson`, JSON.stringify(aPlace(id)));
      const result = cli.run(['import', 'places', path], { ELASTICSEARCH_URL: proxy.url });
      while ((await cli.query('SELECT FROM places WHERE id = $1', [id])).length === 0) await setTimeout(20);
      return { result };
    };

    beforeAll(async () => {
      proxy = await startTcpProxy(process.env.ELASTICSEARCH_URL ?? '');
      proxy.freeze();
    });

    afterAll(() => {
      proxy.disconnect();
    });

    it('stores places at once, and says later that they are not searchable yet', async () => {
      const { result } = await running('silent');
      const { status, messages } = await result;
      expect(messages).toMatch(/^The changes are stored, but not searchable yet: Elasticsearch does not respond\. /);
      expect(status).toBe(1);
    }, 60_000);

    it('stops waiting on Ctrl-C', async () => {
      const { result } = await running('interrupted');
      process.emit('SIGINT');
      const { status, messages } = await result;
      expect(messages).toMatch(/^The changes are stored, but not searchable yet: .*\nInterrupted\.\n$/);
      expect(status).toBe(130);
    }, 60_000);
  });
});
