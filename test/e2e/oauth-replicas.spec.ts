import { digest, newToken } from '../../src/auth/token-store.js';
import { formToken } from '../../src/oauth/authorize/browser.js';
import { freePort } from '../../dev/services/free-port.js';
import { CompiledService } from '../support/compiled-service.js';
import { tokensOf, useConsent, web } from '../support/consent.js';
import { waitUntil } from '../support/retry.js';

describe('two processes of the service', () => {
  /** In this process: issues tokens, and disables clients like the command line. */
  let services: CompiledService[];

  // Runs before the database is dropped.
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
  });

  const { directory, issueTokens, refresh } = useConsent();

  beforeAll(async () => {
    const { url, name } = directory.database;
    const variables = { NODE_ENV: 'test', LOG_LEVEL: 'warn', DATABASE_URL: url, ELASTICSEARCH_INDEX: name };
    const start = async () => CompiledService.start(await freePort(), variables);
    services = [await start(), await start()];
  }, 60_000);

  const post = (index: number, path: string, fields: Record<string, string>) =>
    fetch(`${services[index]?.url}${path}`, { method: 'POST', headers: web, body: new URLSearchParams(fields) });

  const me = async (index: number, token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${services[index]?.url}/v2/users/me`, { headers })).status;
  };

  /** Makes both processes cache the tokens. */
  async function warmCaches(...tokens: string[]): Promise<void> {
    for (const token of tokens) {
      for (const index of [0, 1, 0, 1]) expect(await me(index, token)).toBe(200);
    }
  }

  /** Fails if a process accepts the token for 25 s. Without a notification it would be cached for 30 s. */
  async function expectRejected(token: string): Promise<void> {
    for (const index of [0, 1]) await waitUntil(async () => (await me(index, token)) === 401);
  }

  it('reject a revoked token: at once where it was revoked, soon in the other process', async () => {
    const { access } = await issueTokens();
    await warmCaches(access);
    expect((await post(0, '/v2/oauth/revoke', { token: access })).status).toBe(200);
    expect(await me(0, access)).toBe(401);
    await expectRejected(access);
  });

  it('reject all tokens of a family whose refresh token was used once in each process', async () => {
    const first = await issueTokens();
    const second = tokensOf(await refresh(first.refresh));
    await warmCaches(first.access, second.access);
    const again = await post(1, '/v2/oauth/token', { grant_type: 'refresh_token', refresh_token: first.refresh });
    expect(again.status).toBe(400);
    for (const { access } of [first, second]) await expectRejected(access);
  });

  it.each([
    ['a sign-out', 'sign-out', { action: 'sign-out' }],
    ['a user who removes the access of the app', 'account', { action: 'remove-access', app: 'web' }],
  ])('reject tokens that end by %s: at once there, soon in the other process', async (_, page, fields) => {
    const session = newToken();
    await directory.source.query("INSERT INTO sessions VALUES ($1, 'maria', now(), now() + interval '1 hour')", [
      digest(session),
    ]);
    const { access } = await issueTokens();
    await directory.source.query('UPDATE token_families SET session = $1 WHERE revoked IS NULL', [digest(session)]);
    await warmCaches(access);
    const headers = { Cookie: `place-directory-session=${session}` };
    const body = new URLSearchParams({ ...fields, token: formToken(session) });
    const url = `${services[0]?.url}/v2/oauth/${page}`;
    expect((await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status).toBe(303);
    expect(await me(0, access)).toBe(401);
    await expectRejected(access);
  });

  it('write no token, code or secret to their logs', () => {
    for (const { output } of services) expect(output).not.toMatch(/[\w-]{43}/);
    expect(services[1]?.output).toContain('used twice');
  });
});
