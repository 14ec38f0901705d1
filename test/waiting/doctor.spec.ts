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

    // At once: each waits five seconds, and needs part of a second of a processor.
    it('names it in time, and checks the other one', async () => {
      const runs = [
        ['ELASTICSEARCH_URL', 'elasticsearch'],
        ['DATABASE_URL', 'postgresql'],
      ] as const;
      await Promise.all(
        runs.map(async ([name, check]) => {
          const { status, output, seconds } = await timed(['doctor', '--json'], name);
          const findings = JSON.parse(output) as Finding[];
          expect(findings.filter((finding) => finding.status === 'failed')).toEqual([
            expect.objectContaining({ check, detail: expect.stringMatching(/no answer|timed out|timeout/i) }),
          ]);
          expect(findings.length).toBeGreaterThan(4);
          expect([name, status]).toEqual([name, 1]);
          expect(seconds).toBeLessThan(9);
        }),
      );
    });

    it.each([
      ['ELASTICSEARCH_URL', /Elasticsearch: .*timed out/i, ['index verify', 'places show masp']],
      ['DATABASE_URL', /\(DATABASE_URL\)/, ['index status', 'clients list', 'audit list']],
    ] as const)('ends commands with a failure: %s', async (name, failure, commands) => {
      await Promise.all(
        commands.map(async (command) => {
          const { status, messages, seconds } = await timed(command.split(' '), name);
          expect([command, status, messages]).toEqual([command, 1, expect.stringMatching(failure)]);
          expect(seconds).toBeLessThan(9);
        }),
      );
    });

    it('shows what PostgreSQL knows of the index', async () => {
      const { status, output, messages } = await timed(['index', 'status'], 'ELASTICSEARCH_URL');
      expect([status, messages]).toEqual([1, expect.stringMatching(/^Elasticsearch: .*timed out/i)]);
      expect(output).toMatch(
        /^index +unreachable\nactive +\S+\nplaces +\d+ stored\nlag +0 changes, .*\ndead letters +none$/m,
      );
    });

    it('ends a command whose PostgreSQL falls silent on the way', async () => {
      const server = servers.DATABASE_URL;
      server.resume();
      // Waits for the table longer than the command may wait for an answer.
      const runner = cli.database.source.createQueryRunner();
      await runner.query('BEGIN; LOCK TABLE place_changes');
      const command = timed(['index', 'status'], 'DATABASE_URL');
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
