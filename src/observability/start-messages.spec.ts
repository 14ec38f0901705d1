import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { HttpAdapterHost } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { readEnvironment } from '../config/environment.js';
import { connect } from '../database/connect.js';
import { ServerAdapter } from '../http/server-adapter.js';
import { AdminServer } from './admin-server.js';
import { MapFile } from '../base-map/map-file.js';
import { startFailure } from './start-messages.js';

async function failureOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return startFailure(error);
  }
  throw new Error('The start did not fail.');
}
describe('startFailure names', () => {
  it('the faults of the configuration', async () => {
    expect(await failureOf(() => readEnvironment({}))).toMatch(/^The configuration is wrong:\n {2}DATABASE_URL: /);
  });

  it('the address of PostgreSQL, without its password', async () => {
    const database = new DataSource({ type: 'postgres', url: 'postgres://user:secret@127.0.0.1:1/directory' });
    const message = await failureOf(() => connect(database));
    expect(message).toMatch(
      /^PostgreSQL cannot be reached at 127\.0\.0\.1:1\/directory \(DATABASE_URL\): .*ECONNREFUSED/,
    );
    expect(message).not.toMatch(/secret|\n/);
  });

  it('PORT if another program uses it', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const second = createServer().listen(port, '127.0.0.1');
    expect(await failureOf(() => once(second, 'listening'))).toBe(
      `The service cannot listen (PORT, ADMIN_PORT, LISTEN_ADDRESS): listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
    );
    server.close();
  });

  it('ADMIN_PORT if another program uses it', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const host = new HttpAdapterHost();
    host.httpAdapter = new ServerAdapter();
    const admin = new AdminServer(host, {
      ADMIN_PORT: port,
      LISTEN_ADDRESS: undefined,
      NODE_ENV: 'test',
      TRUST_PROXY: false,
    });
    const message = await failureOf(() => admin.onApplicationBootstrap());
    server.close();
    expect(message).toBe(
      `The service cannot listen (PORT, ADMIN_PORT, LISTEN_ADDRESS): listen EADDRINUSE: address already in use :::${port}`,
    );
  });

  it('LISTEN_ADDRESS if the machine does not have this address', async () => {
    // For documentation (RFC 5737): no machine has it.
    const server = createServer().listen(0, '192.0.2.1');
    expect(await failureOf(() => once(server, 'listening'))).toBe(
      'The service cannot listen (PORT, ADMIN_PORT, LISTEN_ADDRESS): listen EADDRNOTAVAIL: address not available 192.0.2.1',
    );
  });

  it('the map file that is none', async () => {
    const message = await failureOf(() => new MapFile({ MAP_PMTILES: __filename }));
    expect(message).toBe(`The map (MAP_PMTILES) cannot be served from ${__filename}: it is no PMTiles file`);
  });

  it('the stack of an unexpected error', async () => {
    expect(await failureOf(() => Promise.reject(new TypeError('no such thing')))).toMatch(
      /^TypeError: no such thing\n +at /,
    );
  });
});
