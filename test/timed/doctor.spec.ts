import { setTimeout as delay } from 'node:timers/promises';
import { type Finding } from '../../src/cli/doctor/finding.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { useCommandLine } from '../support/use-command-line.js';

describe('doctor', () => {
  const cli = useCommandLine(['seed', '--small']);

  describe('while a server accepts connections and answers nothing', () => {
    const servers: Record<'ELASTICSEARCH_URL' | 'DATABASE_URL', TcpProxy> = {} as never;
    beforeAll(async () => {
      servers.ELASTICSEARCH_URL = await startTcpProxy(process.env.ELASTICSEARCH_URL ?? '');
      servers.DATABASE_URL = await startTcpProxy(cli.database.url);
      for (const server of Object.values(servers)) server.freeze();
    });
    afterAll(() => {
      for (const server of Object.values(servers)) server.disconnect();
    });

    const timed = async (args: string[], name: keyof typeof servers) => {
      const started = performance.now();
      const { status, output, messages } = await cli.run(args, { [name]: servers[name].url });
      return { status, output, messages, seconds: (performance.now() - started) / 1000 };
    };

    it.each([
      ['ELASTICSEARCH_URL', 'elasticsearch'],
      ['DATABASE_URL', 'postgresql'],
    ] as const)(
      'names %s in time, and checks the other one',
      async (name, check) => {
        const { status, output, seconds } = await timed(['doctor', '--json'], name);
        const findings = JSON.parse(output) as Finding[];
        expect(findings.filter((finding) => finding.status === 'failed')).toEqual([
          expect.objectContaining({ check, detail: expect.stringMatching(/no answer|timed out|timeout/i) }),
        ]);
        expect(findings.length).toBeGreaterThan(4);
        expect(status).toBe(1);
        expect(seconds).toBeLessThan(8);
      },
      20_000,
    );

    it.each([
      ['index', 'status'],
      ['index', 'verify'],
      ['places', 'show', 'masp'],
    ])(
      'ends %s %s with a failure: Elasticsearch',
      async (...args) => {
        const { status, messages, seconds } = await timed(args, 'ELASTICSEARCH_URL');
        expect([status, messages]).toEqual([1, expect.stringMatching(/Elasticsearch: .*timed out/i)]);
        expect(seconds).toBeLessThan(8);
      },
      20_000,
    );

    it.each([
      ['index', 'status'],
      ['outbox', 'status'],
      ['clients', 'list'],
      ['audit', 'list'],
    ])(
      'ends %s %s with a failure: PostgreSQL',
      async (...args) => {
        const { status, messages, seconds } = await timed(args, 'DATABASE_URL');
        expect([status, messages]).toEqual([1, expect.stringContaining('(DATABASE_URL)')]);
        expect(seconds).toBeLessThan(8);
      },
      20_000,
    );

    it('ends a command whose PostgreSQL falls silent on the way', async () => {
      const server = servers.DATABASE_URL;
      server.resume();
      // Waits for the table longer than the command may wait for an answer.
      const runner = cli.database.source.createQueryRunner();
      await runner.query('BEGIN; LOCK TABLE place_changes');
      const command = timed(['outbox', 'status'], 'DATABASE_URL');
      await delay(6000);
      server.freeze();
      const { status, messages, seconds } = await command;
      await runner.query('ROLLBACK');
      await runner.release();
      expect([status, messages]).toEqual([1, expect.stringContaining('has not answered for 5 s')]);
      expect(seconds).toBeGreaterThan(10);
      expect(seconds).toBeLessThan(14);
    }, 30_000);
  });
});
