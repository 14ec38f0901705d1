import { Readable } from 'node:stream';
import { verifySecret } from '../../src/auth/passwords.js';
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
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { basic, clientCredentials, expectError, expectToken, postToken } from '../support/token-endpoint.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

describe('the operator changes a client:', () => {
  const { directory, newBrowser, signedIn } = useAuthorization({ env: { OLD_CLIENTS: 'password-grant' } });
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
      expect(await run('clients', 'show', 'partner')).toMatch(/^PREVIOUS SECRET EXPIRES +20\S+Z$/m);
    });

    it('ends the oldest of three secrets', async () => {
      const { secret: third = '' } = await rotate('--overlap', '1h');
      expectError(await credentials(clientSecret), 401, 'invalid_client');
      for (const valid of [second, third]) expectToken(await credentials(valid), 'read');
      second = third;
    });

    it('rejects the old one after the overlap', async () => {
      const { secret = '' } = await rotate('--overlap', '1s');
      await waitUntil(async () => (await credentials(second)).status === 401, 3);
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
        await waitUntil(async () => (await at.get('/v2/users/maria', token)).status === 401, NOTIFICATION_SECONDS);
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
    for (const at of [directory, other]) await waitUntil(async () => (await status(at)) === 403, NOTIFICATION_SECONDS);
  });

  it('its quota, which comes before those of the settings', async () => {
    await run('clients', 'update', 'trusted', '--grants', 'client_credentials', '--quota', '3/600');
    const token = String((await credentials(clientSecret, 'trusted')).body.access_token);
    const get = (at: typeof directory) => at.get('/v2/users/maria', token);
    const first = await get(other);
    expect(first.headers.get('ratelimit-policy')).toBe('"trusted";q=3;w=600');
    expect((await get(directory)).status).toBe(200);
    expect([(await get(directory)).status, (await get(directory)).status]).toEqual([200, 429]);
    await run('clients', 'update', 'trusted', '--no-quota');
    await waitUntil(async () => (await get(directory)).status === 200, NOTIFICATION_SECONDS);
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
    expect((await signedIn())[1].text).toContain('value="allow"');
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

describe('the command line manages', () => {
  const cli = useCommandLine(['seed', '--small']);

  /** Expects a command to fail with this message. */
  async function expectFailure(args: string[], message: string | RegExp): Promise<void> {
    const { status, output, messages } = await cli.run(args);
    expect([status, output]).toEqual([1, '']);
    if (typeof message === 'string') expect(messages).toBe(message);
    else expect(messages).toMatch(message);
  }

  describe('clients', () => {
    const register = ['clients', 'create', '--name', 'Partner', '--id', 'partner'];

    it('are created, listed and disabled', async () => {
      const created = await cli.run([...register, '--trusted', '--grants', 'password, client_credentials']);
      expect(created.status).toBe(0);
      expect(created.output).toMatch(/^id {5}partner\nsecret \S{43}\n$/);
      const [, secret = ''] = /secret (\S+)/.exec(created.output) ?? [];
      const listed = await cli.run(['clients', 'list']);
      expect(listed.output).toMatch(/^partner +Partner +yes +no +password client_credentials +yes +20\S+Z$/m);
      expect(listed.output).not.toContain(secret);
      const json = JSON.parse((await cli.run(['clients', 'list', '--json'])).output) as object[];
      expect(json).toContainEqual(expect.objectContaining({ id: 'partner', trusted: true }));
      expect((await cli.run(['clients', 'disable', 'partner'])).status).toBe(0);
      expect((await cli.run(['clients', 'list'])).output).toMatch(/^partner .*Z +\d{4}-\S+Z$/m);
      expect((await cli.run(['clients', 'disable', 'partner'])).messages).toBe('Client partner is already disabled.\n');
    });

    it('print JSON for scripts, with the secret once', async () => {
      const json = async (...args: string[]) => JSON.parse((await cli.run([...args, '--json'])).output) as object;
      const secret = expect.stringMatching(/^\S{43}$/) as string;
      expect(await json('clients', 'create', '--name', 'Script', '--id', 'script')).toEqual({ id: 'script', secret });
      const issued = (await json('tokens', 'issue', '--client', 'script', '--ttl', '60')) as { token: string };
      expect(issued).toEqual({ token: secret, client: 'script', scope: ['read'], ttl: 60 });
      expect(await json('tokens', 'revoke', issued.token)).toEqual({ accessTokens: 1, families: 0 });
      expect(await json('clients', 'disable', 'script')).toEqual({ id: 'script', disabled: true });
      expect(await json('clients', 'enable', 'script')).toEqual({ id: 'script', disabled: false });
    });

    describe('with a secret that apps have built in', () => {
      const create = (secret: string, ...args: string[]) =>
        cli.run(['clients', 'create', '--name', 'Old app', ...args, '--secret-stdin'], {}, Readable.from([secret]));
      const strong = '8f14e45fceea167a5a36dedd4bea2543';

      it('get tokens with it, and it is not printed', async () => {
        const { status, output } = await create(`${strong}\n`, '--id', 'old-app');
        expect([status, output]).toEqual([0, 'id     old-app\n']);
        const [{ secret_hash: hash }] = (await cli.query('SELECT secret_hash FROM clients WHERE id = $1', [
          'old-app',
        ])) as [{ secret_hash: string }];
        expect(await verifySecret(strong, hash)).toBe(true);
      });

      it.each([
        ['short', ['--id', 'weak'], 'The secret is too weak: it must have 16 characters or more.\n'],
        [
          'aaaabbbbccccdddd',
          ['--id', 'weak'],
          'The secret is too weak: it must have 8 different characters or more.\n',
        ],
        ['My-Weak-Id-0123456789', ['--id', 'weak-id'], 'The secret is too weak: it must not contain the identifier.\n'],
        ['', ['--id', 'weak'], 'The secret must be 1 to 200 printable ASCII characters without spaces.\n'],
        [`${strong} x`, ['--id', 'weak'], 'The secret must be 1 to 200 printable ASCII characters without spaces.\n'],
        [strong, [], 'An app with a secret built in has an identifier too: add --id.\n'],
        [
          strong,
          ['--id', 'weak', '--public', '--redirect-uri', 'org.example.app:/back'],
          'A public client has no secret: leave out --secret-stdin.\n',
        ],
      ])('are rejected: %p %p', async (secret, args, message) => {
        expect(await create(secret, ...args)).toMatchObject({ status: 2, output: '', messages: message });
      });
    });

    it('may leave PKCE out if they are registered so, and the command names the setting', async () => {
      const created = await cli.run(['clients', 'create', '--name', 'Old', '--id', 'old-web', '--no-pkce']);
      expect(created.messages).toContain('The client may leave PKCE out only with no-pkce in OLD_CLIENTS.\n');
      const pkce = async () => {
        const { output } = await cli.run(['clients', 'show', 'old-web', '--json']);
        return (JSON.parse(output) as { pkce: boolean }).pkce;
      };
      expect(await pkce()).toBe(false);
      expect((await cli.run(['clients', 'show', 'old-web'])).output).toMatch(/^PKCE +no$/m);
      expect((await cli.run(['clients', 'list'])).output).toMatch(/^old-web +Old +no +no +client_credentials +no /m);
      const updated = await cli.run(['clients', 'update', 'old-web', '--pkce']);
      expect([updated.output, updated.messages]).toEqual([expect.stringMatching(/^PKCE +yes$/m), '']);
      expect(await pkce()).toBe(true);
      const on = { OLD_CLIENTS: 'no-pkce' };
      expect((await cli.run(['clients', 'update', 'old-web', '--no-pkce'], on)).messages).toBe('');
    });

    it('are warned of with the password grant, if the setting is off', async () => {
      const create = ['clients', 'create', '--name', 'Old', '--trusted', '--grants', 'password'];
      expect((await cli.run(create)).messages).toContain(
        'The password grant works only with password-grant in OLD_CLIENTS',
      );
      const { status, messages } = await cli.run(create, { OLD_CLIENTS: 'password-grant' });
      expect([status, messages]).toEqual([0, 'The secret is stored only as a hash. It is not shown again.\n']);
    });

    it('are shown without their secret', async () => {
      const { output } = await cli.run(['clients', 'show', 'partner']);
      expect(output).toMatch(/^ID +partner\nNAME +Partner\nTRUSTED +yes\n(.*\n)*GRANTS +password client_credentials\n/);
      const { output: json } = await cli.run(['clients', 'show', 'partner', '--json']);
      expect(JSON.parse(json)).toMatchObject({ id: 'partner', trusted: true, public: false });
      expect(output + json).not.toContain('argon2');
      await expectFailure(['clients', 'show', 'nobody'], 'Client nobody does not exist. See clients list.\n');
    });

    it('get a new secret, shown once, that replaces the old one', async () => {
      const created = await cli.run(['clients', 'create', '--name', 'Rotating', '--id', 'rotating']);
      const hash = () => cli.query('SELECT secret_hash FROM clients WHERE id = $1', ['rotating']);
      const before = await hash();
      const { status, output } = await cli.run(['clients', 'rotate-secret', 'rotating']);
      expect([status, output]).toEqual([0, expect.stringMatching(/^secret \S{43}\n$/)]);
      expect(created.output).not.toContain(output);
      expect(await hash()).not.toEqual(before);
      await expectFailure(['clients', 'rotate-secret', 'nobody'], 'Client nobody does not exist. See clients list.\n');
    });

    it('can be public, without a secret', async () => {
      const create = ['clients', 'create', '--name', 'Phone', '--id', 'phone', '--public'];
      const { status, output, messages } = await cli.run([...create, '--redirect-uri', 'org.example.app:/back']);
      expect([status, output, messages]).toEqual([0, 'id     phone\n', '']);
      const shown = JSON.parse((await cli.run(['clients', 'show', 'phone', '--json'])).output) as object;
      expect(shown).toMatchObject({ public: true, grants: ['authorization_code', 'refresh_token'] });
      await expectFailure(['clients', 'rotate-secret', 'phone'], 'Client phone is public and has no secret.\n');
    });

    it.each([
      [['--public', '--trusted', '--redirect-uri', 'https://a.example.org/'], /A public client cannot be trusted/],
      [['--public', '--grants', 'client_credentials'], /A public client cannot have the grants client_credentials/],
      [['--grants', 'authorization_code'], /add --redirect-uri/],
      [['--public', '--no-pkce', '--redirect-uri', 'https://a.example.org/'], /A public client has to use PKCE/],
      [['--grants', 'password'], /--trusted/],
    ])('are not created with contradicting options: %p', async (options, reason) => {
      await expectFailure(['clients', 'create', '--name', 'N', ...options], reason);
    });

    it.each([
      'http://app.example.org/',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a.example.org/#x',
      'https://a.example.org/zurück',
      'https://a.example.org/a b',
      '/back',
    ])('cannot have the redirect URI %s', async (uri) => {
      const { status, messages } = await cli.run(['clients', 'create', '--name', 'N', '--redirect-uri', uri]);
      expect([status, messages]).toEqual([2, expect.stringContaining(`'${uri}' is invalid`)]);
    });

    it('stay disabled if the demonstration data is loaded again', async () => {
      await cli.run(['clients', 'disable', 'demo-app']);
      const { output } = await cli.run(['seed', '--empty']);
      expect(output).toContain('client demo-app: disabled, left unchanged');
      expect((await cli.run(['clients', 'list'])).output).toMatch(/^demo-app .*Z +\d{4}-\S+Z$/m);
      await cli.query("UPDATE clients SET disabled = NULL WHERE id = 'demo-app'");
    });

    it('are not overwritten', async () => {
      await expectFailure(register, 'Client partner already exists.\n');
    });

    it('keep their redirect URIs in order', async () => {
      const uris = ['https://a.example.org/back', 'app://back', 'https://b.example.org/'];
      const { output } = await cli.run([
        ...['clients', 'create', '--name', 'Web', '--redirect-uri', uris[0] ?? '', uris[1] ?? ''],
        ...['--redirect-uri', uris[2] ?? ''],
      ]);
      const [, id] = /^id +(\S+)/.exec(output) ?? [];
      expect(await cli.query('SELECT redirect_uris FROM clients WHERE id = $1', [id])).toEqual([
        { redirect_uris: uris },
      ]);
    });
  });

  describe('users', () => {
    it('are disabled and enabled; old tokens stay revoked', async () => {
      const { output } = await cli.run(['tokens', 'issue', '--client', 'demo-app', '--user', 'maria']);
      expect((await cli.run(['users', 'disable', 'maria'])).output).toBe('Disabled maria\n');
      await expectFailure(['users', 'disable', 'maria'], 'User maria is already disabled.\n');
      await expectFailure(['tokens', 'issue', '--client', 'demo-app', '--user', 'maria'], 'User maria is disabled.\n');
      expect((await cli.run(['users', 'enable', 'maria'])).output).toBe('Enabled maria\n');
      await expectFailure(
        ['users', 'enable', 'nobody'],
        'User nobody does not exist. See users list for identifiers.\n',
      );
      expect((await cli.run(['tokens', 'revoke', output.trim()])).messages).toContain('already revoked');
    });
  });

  describe('tokens', () => {
    it('are issued with a lifetime, and revoked', async () => {
      const { output } = await cli.run(['tokens', 'issue', '--client', 'demo-app', '--ttl', '120']);
      expect(output).toMatch(/^\S{43}\n$/);
      const [row] = await cli.query<{ scope: string[]; life: number }>(
        `SELECT scope, extract(epoch FROM expires - created)::integer AS life FROM access_tokens
         WHERE client_id = 'demo-app' ORDER BY created DESC LIMIT 1`,
      );
      expect(row).toEqual({ scope: ['read'], life: 120 });
      expect((await cli.run(['tokens', 'revoke', output.trim()])).status).toBe(0);
      expect((await cli.run(['tokens', 'revoke', output.trim()])).status).toBe(1);
    });

    it.each([
      [['--client', 'nobody'], 'Client nobody does not exist. See clients list.\n'],
      [['--client', 'partner'], 'Client partner is disabled.\n'],
      [['--client', 'demo-app', '--user', 'nobody'], 'User nobody does not exist. See users list for identifiers.\n'],
    ])('are not issued for %j', async (args, message) => {
      await expectFailure(['tokens', 'issue', ...args], message);
    });
  });
});
