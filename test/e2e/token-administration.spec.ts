import { clientSecret, maria, registerUsersAndClients, webRequest } from '../support/authorization.js';
import { runCommand } from '../support/command-line.js';
import { tokensOf } from '../support/consent.js';
import { FakeBrowser } from '../support/fake-browser.js';
import { type Directory } from '../support/directory.js';
import { waitUntil } from '../support/retry.js';
import { basic, clientCredentials, expectError, postToken } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const grants = ['password', 'client_credentials', 'refresh_token'];

describe('the operator ends', () => {
  const { directory } = useDirectory({ env: { OAUTH_PASSWORD_GRANT: 'true' }, fill });
  const { directory: other } = useDirectory({ over: directory });

  const command = (...args: string[]) => runCommand(directory.database, args);
  async function run(...args: string[]): Promise<string> {
    const { status, output, messages } = await command(...args);
    if (status !== 0) throw new Error(messages);
    return output;
  }
  const credentials = (client: string) => basic(client, clientSecret);
  const signIn = async (client: string, username: string) =>
    tokensOf(
      await postToken(directory, { grant_type: 'password', username, password: maria.password }, credentials(client)),
    );
  const application = async (client: string) =>
    String((await postToken(directory, clientCredentials, credentials(client))).body.access_token);

  const status = async (at: Directory, token: string) => (await at.get('/v2/users/maria', token)).status;

  /** Both replicas have cached each token afterwards. */
  async function expectValid(...tokens: string[]): Promise<void> {
    for (const token of tokens) for (const at of [directory, other]) expect(await status(at, token)).toBe(200);
  }

  async function expectEnded(...tokens: string[]): Promise<void> {
    for (const token of tokens)
      for (const at of [directory, other]) await waitUntil(async () => (await status(at, token)) === 401);
  }

  const expectNoRefresh = async (client: string, token: string) => {
    const body = { grant_type: 'refresh_token', refresh_token: token };
    expectError(await postToken(directory, body, credentials(client)), 400, 'invalid_grant');
  };

  it('the tokens of a client', async () => {
    const [hers, app, others] = [await signIn('one', maria.email), await application('one'), await application('two')];
    await expectValid(hers.access, app, others);
    const shown = JSON.parse(await run('tokens', 'list', '--client', 'one', '--json')) as object[];
    const token = { id: expect.stringMatching(/^[\da-f]{12}$/) as unknown, clientId: 'one', scope: ['read', 'trust'] };
    expect(shown).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...token, kind: 'access', userId: 'maria' }),
        expect.objectContaining({ ...token, kind: 'refresh', userId: 'maria' }),
        expect.objectContaining({ ...token, kind: 'access', userId: null }),
      ]),
    );
    expect(JSON.stringify(shown)).not.toContain(app);
    expect(await run('tokens', 'revoke', '--client', 'one')).toBe('Revoked 2 access tokens, 1 sign-in\n');
    await expectEnded(hers.access, app);
    await expectNoRefresh('one', hers.refresh);
    await expectValid(others);
    expect(await run('tokens', 'list', '--client', 'one')).toBe('KIND  ID  CLIENT  USER  SCOPE  CREATED  EXPIRES\n');
  });

  it('the tokens of a user, perhaps of one client', async () => {
    const [one, two] = [await signIn('one', maria.email), await signIn('two', maria.email)];
    const others = await signIn('one', 'joao@example.com');
    await expectValid(one.access, two.access, others.access);
    const revoke = ['tokens', 'revoke', '--user', 'maria', '--json'];
    expect(JSON.parse(await run(...revoke, '--client', 'two'))).toEqual({ accessTokens: 1, families: 1 });
    await expectEnded(two.access);
    await expectValid(one.access);
    expect(JSON.parse(await run(...revoke))).toEqual({ accessTokens: 1, families: 1 });
    await expectEnded(one.access);
    await expectNoRefresh('one', one.refresh);
    await expectValid(others.access);
  });

  it('all tokens, those that are being issued included', async () => {
    const [app, hers] = [await application('one'), await signIn('two', maria.email)];
    await expectValid(app, hers.access);
    const runner = directory.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(
      `INSERT INTO access_tokens (digest, client_id, scope, expires) VALUES ('x', 'one', '{read}', now() + interval '1 h')`,
    );
    const revoked = run('tokens', 'revoke', '--all');
    await waitUntil(async () => {
      const [row] = await directory.source.query<{ waits: boolean }[]>(
        "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits",
      );
      return row?.waits === true;
    });
    await runner.commitTransaction();
    await runner.release();
    expect(await revoked).toMatch(/^Revoked \d access tokens, \d sign-ins\n$/);
    await expectEnded(app, hers.access);
    expect(await directory.source.query("SELECT FROM access_tokens WHERE digest = 'x' AND revoked IS NULL")).toEqual(
      [],
    );
    await expectValid(await application('one'));
  });

  it('browser sessions', async () => {
    const browser = new FakeBrowser(directory);
    await browser.signIn(webRequest, maria.email, maria.password);
    expect(await run('sessions', 'revoke', '--user', 'joao')).toBe('Ended 0 sessions\n');
    expect((await browser.open(webRequest)).text).not.toContain('<h1>Sign in</h1>');
    expect(JSON.parse(await run('sessions', 'revoke', '--all', '--json'))).toEqual({ sessions: 1 });
    expect((await browser.open(webRequest)).text).toContain('<h1>Sign in</h1>');
  });

  it.each([
    [['tokens', 'revoke'], 2, 'Give a token, --client and --user, or --all.'],
    [['tokens', 'revoke', 'a-token', '--all'], 2, 'Give a token'],
    [['tokens', 'revoke', '--client', 'nobody'], 1, 'Client nobody does not exist. See clients list.'],
    [['tokens', 'revoke', '--user', 'nobody'], 1, 'User nobody does not exist. See users list for identifiers.'],
    [['sessions', 'revoke'], 2, 'Give --user or --all.'],
    [['sessions', 'revoke', '--user', 'nobody'], 1, 'User nobody does not exist. See users list for identifiers.'],
  ])('nothing with %j', async (args, expected, message) => {
    expect(await command(...args)).toMatchObject({ status: expected, messages: expect.stringContaining(message) });
  });
});

async function fill(directory: Directory): Promise<void> {
  await registerUsersAndClients(directory);
  await directory.addClients({ one: {}, two: {} }, { trusted: true, grants, secret: clientSecret });
}
