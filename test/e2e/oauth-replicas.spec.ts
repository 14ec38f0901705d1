import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../dev/services/free-port.js';
import { ClientStore } from '../../src/auth/clients/client-store.js';
import { CompiledService } from '../support/compiled-service.js';
import { consented, refresh, registerConsentClients, tokensOf, web } from '../support/consent.js';
import { Directory } from '../support/directory.js';

/** Milliseconds: far less than a token lives in memory, and enough for a machine that is busy with other things. */
const soon = 10_000;

describe('two processes of the service', () => {
  /** In this process: gives tokens, and disables as the command line does. */
  let directory: Directory;
  let services: CompiledService[];

  beforeAll(async () => {
    directory = await Directory.start();
    await registerConsentClients(directory);
    const { url, name } = directory.database;
    const variables = { NODE_ENV: 'test', LOG_LEVEL: 'warn', DATABASE_URL: url, ELASTICSEARCH_INDEX: name };
    const start = async () => CompiledService.start(await freePort(), variables);
    services = [await start(), await start()];
  }, 60_000);

  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await directory.stop();
  });

  const post = (at: number, path: string, fields: Record<string, string>) =>
    fetch(`${services[at]?.url}${path}`, { method: 'POST', headers: web, body: new URLSearchParams(fields) });

  const me = async (at: number, token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${services[at]?.url}/v2/users/me`, { headers })).status;
  };

  /** Both hold the token in memory. */
  async function heat(...tokens: string[]): Promise<void> {
    for (const token of tokens) {
      for (const at of [0, 1, 0, 1]) expect(await me(at, token)).toBe(200);
    }
  }

  /** @returns after how many milliseconds both refuse it; the time given up after when they do not */
  async function refusedAfter(token: string): Promise<number> {
    const begin = Date.now();
    while (Date.now() - begin < soon) {
      if ((await me(0, token)) === 401 && (await me(1, token)) === 401) break;
      await pause(10);
    }
    return Date.now() - begin;
  }

  it('refuse a token soon after its revocation at one of them, which refuses it at once', async () => {
    const { access } = await consented(directory);
    await heat(access);
    expect((await post(0, '/v2/oauth/revoke', { token: access })).status).toBe(200);
    expect(await me(0, access)).toBe(401);
    expect(await refusedAfter(access)).toBeLessThan(soon);
  });

  it('refuse all tokens of a family when a refresh token is used twice, once at each', async () => {
    const first = await consented(directory);
    const second = tokensOf(await refresh(directory, first.refresh));
    await heat(first.access, second.access);
    const again = await post(1, '/v2/oauth/token', { grant_type: 'refresh_token', refresh_token: first.refresh });
    expect(again.status).toBe(400);
    for (const { access } of [first, second]) expect(await refusedAfter(access)).toBeLessThan(soon);
  });

  it('refuse the tokens of a user who is disabled', async () => {
    const { access } = await consented(directory);
    await heat(access);
    await directory.source.query("UPDATE users SET disabled = now() WHERE id = 'maria'");
    expect(await refusedAfter(access)).toBeLessThan(soon);
    await directory.source.query("UPDATE users SET disabled = NULL WHERE id = 'maria'");
    expect(await me(1, access)).toBe(401);
  });

  it('refuse the tokens of a client that is disabled', async () => {
    const { access } = await consented(directory);
    await heat(access);
    await directory.app.get(ClientStore).disable('web');
    expect(await refusedAfter(access)).toBeLessThan(soon);
    const answer = await post(1, '/v2/oauth/token', { grant_type: 'client_credentials' });
    expect(answer.status).toBe(401);
  });

  it('write no token, code or secret to their logs', () => {
    for (const { output } of services) expect(output).not.toMatch(/[\w-]{43}/);
    expect(services[1]?.output).toContain('used twice');
  });
});
