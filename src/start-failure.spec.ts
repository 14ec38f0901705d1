import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { HttpAdapterHost } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { readEnvironment } from './config/environment.js';
import { connect } from './database/connect.js';
import { ServerAdapter } from './http/server/server-adapter.js';
import { AdminServer } from './observability/admin-server.js';
import { startFailure } from './start-failure.js';

async function failureOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return startFailure(error);
  }
  throw new Error('It did not fail.');
}

describe('a start that fails says', () => {
  it('what is wrong with the configuration', async () => {
    expect(await failureOf(() => readEnvironment({}))).toMatch(/^The configuration is wrong:\n {2}DATABASE_URL: /);
  });

  it('that PostgreSQL is away, without its password', async () => {
    const database = new DataSource({ type: 'postgres', url: 'postgres://user:secret@127.0.0.1:1/directory' });
    const message = await failureOf(() => connect(database));
    expect(message).toMatch(
      /^PostgreSQL cannot be reached at 127\.0\.0\.1:1\/directory \(DATABASE_URL\): .*ECONNREFUSED/,
    );
    expect(message).not.toMatch(/secret|\n/);
  });

  it('that the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const second = createServer().listen(port, '127.0.0.1');
    expect(await failureOf(() => once(second, 'listening'))).toBe(
      `The service cannot listen on port ${port} (PORT): it is taken by another program.`,
    );
    server.close();
  });

  it('that the port for health and metrics is taken', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const host = new HttpAdapterHost();
    host.httpAdapter = new ServerAdapter();
    const admin = new AdminServer(host, { ADMIN_PORT: port });
    const message = await failureOf(() => admin.onApplicationBootstrap());
    server.close();
    expect(message).toBe(`The service cannot listen on port ${port} (ADMIN_PORT): it is taken by another program.`);
  });

  it('where it happened, when nobody foresaw it', async () => {
    expect(await failureOf(() => Promise.reject(new TypeError('no such thing')))).toMatch(
      /^TypeError: no such thing\n +at /,
    );
  });
});
