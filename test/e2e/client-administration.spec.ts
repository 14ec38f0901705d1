import { setTimeout as pause } from 'node:timers/promises';
import {
  callback,
  clientSecret,
  maria,
  readCallback,
  useAuthorization,
  verifier,
  webRequest,
} from '../support/authorization.js';
import { runCommand } from '../support/command-line.js';
import { tokensOf } from '../support/consent.js';
import { type Answer } from '../support/directory.js';
import { waitUntil } from '../support/retry.js';
import { basic, clientCredentials, expectError, expectToken, postToken } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('the operator changes a client:', () => {
  const { directory, newBrowser, signedIn } = useAuthorization({ OAUTH_PASSWORD_GRANT: 'true' });
  const { directory: other } = useDirectory({ over: directory });

  beforeAll(() => directory.addClients({ partner: { secret: clientSecret, grants: ['client_credentials'] } }));

  async function run(...args: string[]): Promise<string> {
    const { status, output, messages } = await runCommand(directory.database, args);
    if (status !== 0) throw new Error(messages);
    return output;
  }

  const show = async (id: string) => JSON.parse(await run('clients', 'show', id, '--json')) as Record<string, unknown>;
  const fails = async (...args: string[]) => {
    const { status, messages } = await runCommand(directory.database, ['clients', ...args]);
    return [status, messages];
  };
  const credentials = (secret: string, id = 'partner') => postToken(directory, clientCredentials, basic(id, secret));

  describe('a secret that is rotated with an overlap', () => {
    const rotate = async (...args: string[]) =>
      JSON.parse(await run('clients', 'rotate-secret', 'partner', '--json', ...args)) as Record<string, string>;
    let second = '';

    it('leaves the old one and its tokens valid', async () => {
      const token = String((await credentials(clientSecret)).body.access_token);
      const { secret = '', previousSecretExpires = '' } = await rotate('--overlap', '24h');
      second = secret;
      expect(Date.parse(previousSecretExpires) - Date.now()).toBeGreaterThan(23 * 3_600_000);
      for (const valid of [clientSecret, second]) expectToken(await credentials(valid), 'read');
      for (const at of [directory, other]) expect((await at.get('/v2/users/maria', token)).status).toBe(200);
      expect(await show('partner')).toMatchObject({ previousSecretExpires });
      expect(await run('clients', 'show', 'partner')).toMatch(/^OLD SECRET +works until 20\S+Z$/m);
    });

    it('ends the oldest of three secrets', async () => {
      const { secret: third = '' } = await rotate('--overlap', '1h');
      expectError(await credentials(clientSecret), 401, 'invalid_client');
      for (const valid of [second, third]) expectToken(await credentials(valid), 'read');
      second = third;
    });

    it('rejects the old one after the overlap', async () => {
      const { secret = '' } = await rotate('--overlap', '1s');
      await waitUntil(async () => (await credentials(second)).status === 401);
      expectToken(await credentials(secret), 'read');
      expect(await show('partner')).not.toHaveProperty('previousSecretExpires');
      second = secret;
    });

    it('ends with a rotation without an overlap, on all replicas', async () => {
      const { secret: third = '' } = await rotate('--overlap', '1h');
      const token = String((await credentials(second)).body.access_token);
      for (const at of [directory, other]) expect((await at.get('/v2/users/maria', token)).status).toBe(200);
      const { secret: fourth = '' } = await rotate();
      for (const at of [directory, other])
        await waitUntil(async () => (await at.get('/v2/users/maria', token)).status === 401);
      for (const ended of [second, third]) expectError(await credentials(ended), 401, 'invalid_client');
      expectToken(await credentials(fourth), 'read');
    });

    it.each(['', '0s', '91d', '1w', '10'])('rejects the overlap %p', async (overlap) => {
      const [status, messages] = await fails('rotate-secret', 'partner', '--overlap', overlap);
      expect([status, messages]).toEqual([2, expect.stringContaining('It must be ')]);
    });
  });

  it('its name, redirect addresses and grants', async () => {
    const uris = ['https://a.example.org/', 'https://b.example.org/'];
    const changes = ['--name', 'Renamed', '--redirect-uri', ...uris, '--grants', 'authorization_code'];
    const printed = JSON.parse(await run('clients', 'update', 'two', ...changes, '--json')) as object;
    expect(printed).toMatchObject({ name: 'Renamed', redirectUris: uris, grants: ['authorization_code'] });
    expect(await show('two')).toEqual(printed);
    expect(await run('clients', 'update', 'two', '--name', 'Again')).toMatch(/^NAME +Again$/m);
    expect(await show('two')).toEqual({ ...printed, name: 'Again' });
  });

  it('its scopes, at once on all replicas', async () => {
    const body = { grant_type: 'password', username: maria.email, password: maria.password };
    await run('clients', 'update', 'machine', '--scopes', 'read,trust', '--grants', 'password');
    const answer = await postToken(directory, body, basic('machine', clientSecret));
    expectToken(answer, 'read trust');
    const path = '/v2/users/maria@example.com/verify';
    const status = async (at: typeof directory) => (await at.get(path, tokensOf(answer).access)).status;
    for (const at of [directory, other]) expect(await status(at)).toBe(200);
    expect(await fails('update', 'machine', '--scopes', 'read')).toEqual([1, expect.stringContaining('--trusted')]);
    await run('clients', 'update', 'machine', '--scopes', 'read', '--grants', 'client_credentials');
    for (const at of [directory, other]) await waitUntil(async () => (await status(at)) === 403);
  });

  it('its quota, which comes before those of the settings', async () => {
    await run('clients', 'update', 'trusted', '--grants', 'client_credentials', '--quota', '3/600');
    const token = String((await credentials(clientSecret, 'trusted')).body.access_token);
    const get = (at: typeof directory) => at.get('/v2/users/maria', token);
    const first = await get(other);
    expect(first.headers.get('ratelimit-policy')).toBe('"trusted";q=3;w=600');
    expect((await get(directory)).status).toBe(200);
    // The replicas exchange their counts every 500 ms.
    await pause(2000);
    expect([(await get(directory)).status, (await get(directory)).status]).toEqual([200, 429]);
    await run('clients', 'update', 'trusted', '--no-quota');
    await waitUntil(async () => (await get(directory)).status === 200);
    expect((await get(directory)).headers.get('ratelimit')).toBeNull();
  });

  it('whether users are asked for their consent', async () => {
    await run('clients', 'update', 'web', '--first-party');
    const browser = newBrowser();
    const page = await browser.open(webRequest);
    const answer: Answer = await browser.submit(page, 'sign-in', maria);
    const redirected = answer.status === 303 ? await browser.open(webRequest) : answer;
    const { code = '' } = readCallback(redirected).parameters;
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
    expectToken(await postToken(directory, fields, basic('web', clientSecret)), 'read', { refresh: true });
    await run('clients', 'update', 'web', '--no-first-party');
    expect((await signedIn())[1].text).toContain('allow');
  });

  it('whether it is enabled', async () => {
    expect(await run('clients', 'enable', 'disabled')).toBe('Enabled disabled\n');
    expect(await show('disabled')).not.toHaveProperty('disabled');
    expect(await fails('enable', 'disabled')).toEqual([1, 'Client disabled is not disabled.\n']);
  });

  it.each([
    [['nobody', '--name', 'N'], 1, 'Client nobody does not exist. See clients list.'],
    [['web'], 2, 'Nothing to change: give an option.'],
    [['web', '--quota', '5'], 2, 'It must be requests and seconds, such as 1000/60.'],
    [['web', '--scopes', 'trust'], 2, 'Allowed: read, or read,trust.'],
    [['native', '--first-party'], 1, 'A public client can be first-party only if'],
    [['native', '--scopes', 'read,trust'], 1, 'A public client cannot be trusted'],
  ])('but not to something that it cannot be: %j', async (args, status, message) => {
    expect(await fails('update', ...args)).toEqual([status, expect.stringContaining(message)]);
  });
});
