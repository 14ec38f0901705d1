import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { freePort } from '../../dev/services/free-port.js';
import { CompiledService } from '../support/compiled-service.js';
import { createDatabase } from '../support/database.js';
import { Directory } from '../support/directory.js';
import { useDatabase } from '../support/use-database.js';

describe('the start of the service', () => {
  it('rejects a database whose tables are missing or old, at once', async () => {
    const database = await createDatabase();
    const { name, source } = database;
    const where = `/${name} \\(DATABASE_URL\\)`;
    await source.undoLastMigration();
    await expect(Directory.start({}, database)).rejects.toThrow(
      new RegExp(`${where} lacks the migration \\w+: run \`migrate\` first\\.$`),
    );
    await source.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await expect(Directory.start({}, database)).rejects.toThrow(
      new RegExp(`${where} lacks the migration Directory\\d+: run \`migrate\` first\\.$`),
    );
    await database.drop();
  });

  it('takes a database that is newer', async () => {
    const database = await createDatabase();
    await database.source.query(
      "INSERT INTO migrations (timestamp, name) VALUES (9990000000000, 'Later9990000000000')",
    );
    const directory = await Directory.start({}, database);
    expect((await directory.get('/v2/categories', await directory.token())).status).toBe(200);
    await directory.stop();
  });
});

describe('the address on which the service listens', () => {
  const database = useDatabase();
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const outside = all.find(({ family, internal }) => family === 'IPv4' && !internal);
  /** Another address of this machine than 127.0.0.1. On Linux all of 127.0.0.0/8 are. */
  const another = outside?.address ?? '127.0.0.2';

  const accepts = (host: string, port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, host);
      const end = (accepted: boolean) => {
        socket.destroy();
        resolve(accepted);
      };
      socket.on('connect', () => {
        end(true);
      });
      socket.on('error', () => {
        end(false);
      });
    });

  it.each([
    ['127.0.0.1 by default', {}, false],
    ['127.0.0.1 with LISTEN_ADDRESS=localhost', { LISTEN_ADDRESS: 'localhost' }, false],
    ['all with LISTEN_ADDRESS=all', { LISTEN_ADDRESS: 'all' }, true],
    ['all in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://places.example.org' }, true],
    [
      '127.0.0.1 in production with LISTEN_ADDRESS',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://places.example.org', LISTEN_ADDRESS: '127.0.0.1' },
      false,
    ],
  ])('is %s, for both ports', async (_, variables: NodeJS.ProcessEnv, isOpen) => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const service = await CompiledService.start(port, {
      DATABASE_URL: database.url,
      ELASTICSEARCH_INDEX: database.name,
      ADMIN_PORT: String(adminPort),
      ...variables,
    });
    for (const each of [port, adminPort])
      expect([await accepts('localhost', each), await accepts(another, each)]).toEqual([true, isOpen]);
    await service.stop();
  });
});
