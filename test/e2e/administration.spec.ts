import { Readable } from 'node:stream';
import { type AuditEvent, AuditLog } from '../../src/audit/audit-log.js';
import { clientSecret, maria, password, registerUsersAndClients, webRequest } from '../support/authorization.js';
import { runCommand } from '../support/command-line.js';
import { tokensOf } from '../support/consent.js';
import { cacheOn, type Directory } from '../support/directory.js';
import { aCheckin, aPlace, aReview } from '../support/factories.js';
import { FakeBrowser } from '../support/fake-browser.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { basic, postToken, clientCredentials, expectError } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('the operator', () => {
  const trusted = basic('trusted', clientSecret);

  const { directory, tokens } = useDirectory({
    env: { ...cacheOn, OLD_CLIENTS: 'password-grant' },
    fill,
    tokens: ['application'],
  });
  const { directory: other } = useDirectory({ env: cacheOn, over: directory });

  const command = (args: string[], input = '') =>
    runCommand(directory.database, ['users', ...args], { OPERATOR: 'ana' }, Readable.from([Buffer.from(input)]));
  async function run(args: string[], input?: string): Promise<string> {
    const { status, output, messages } = await command(args, input);
    if (status !== 0) throw new Error(messages);
    return output;
  }
  const json = async (...args: string[]) => JSON.parse(await run([...args, '--json'])) as unknown;
  const signIn = (username: string, secret = password) =>
    postToken(directory, { grant_type: 'password', username, password: secret }, trusted);

  it('lists users', async () => {
    const shared = { hasPassword: true, disabled: null };
    const joao = { id: 'joao', name: 'João Lima', email: 'joao@example.com', ...shared };
    const hers = { id: 'maria', name: 'Maria Souza', email: maria.email, ...shared };
    expect(await json('list')).toEqual([joao, hers]);
    expect(await json('list', '--limit', '1')).toEqual([joao]);
    expect(await json('list', '--after', 'joao')).toEqual([hers]);
    expect(await json('list', '--email', 'MARIA@example.com')).toEqual([hers]);
    expect(await json('list', '--disabled')).toEqual([]);
    expect(await run(['list', '--no-disabled'])).toMatch(/^joao +João Lima +joao@example.com +yes$/m);
  });

  it('shows a user, without the hash of the password', async () => {
    const output = await run(['show', 'maria', '--json']);
    const stored = { reviews: 1, checkins: 1, following: 1, followers: 0, sessions: 0, tokens: 0 };
    expect(JSON.parse(output)).toMatchObject({ id: 'maria', stored });
    expect(output).not.toContain('argon2');
    expect(await run(['show', 'maria'])).toMatch(/^REVIEWS +1$/m);
  });

  it('creates a user, who signs in', async () => {
    const args = ['create', '--id', 'ana', '--name', 'Ana', '--email', 'ana@example.com', '--password-stdin'];
    expect(await run(args, 'a new password\n')).toBe('id ana\n');
    expect((await signIn('ana@example.com', 'a new password')).status).toBe(200);
    expect((await directory.get('/v2/users/ana', tokens.application)).body.user).toMatchObject({ name: 'Ana' });
    expect(await json('create', '--name', 'No password')).toEqual({ id: expect.stringMatching(/^[\w-]{36}$/) });
  });

  it('sets a password, which ends sessions and tokens on all replicas', async () => {
    const { access } = tokensOf(await signIn('joao@example.com'));
    const status = async (at: Directory) => (await at.get('/v2/users/me', access)).status;
    for (const at of [directory, other]) expect(await status(at)).toBe(200);
    await run(['set-password', 'joao', '--password-stdin'], 'another password');
    for (const at of [directory, other]) await waitUntil(async () => (await status(at)) === 401, NOTIFICATION_SECONDS);
    expect((await signIn('joao@example.com')).status).toBe(400);
    expect((await signIn('joao@example.com', 'another password')).status).toBe(200);
  });

  it('disables and enables a user, with output for scripts', async () => {
    expect(await json('disable', 'joao')).toEqual({ id: 'joao', disabled: true });
    expect(await json('enable', 'joao')).toEqual({ id: 'joao', disabled: false });
    expect(await json('export', 'joao')).toMatchObject({ user: { id: 'joao' } });
    expect(JSON.parse(await run(['set-password', 'joao', '--password-stdin', '--json'], password))).toEqual({
      id: 'joao',
    });
  });

  it('sees control characters in names, and the terminal does not obey them', async () => {
    await run(['create', '--id', 'red', '--name', 'Red\u001b[31m\nmaria \u202e\u009b']);
    expect(await run(['list', '--after', 'r'])).toContain('Red\\u001b[31m\\u000amaria \\u202e\\u009b');
    await run(['delete', 'red', '--yes']);
  });

  it('exports what is stored about a user, without hashes', async () => {
    await signIn(maria.email);
    const output = await run(['export', 'maria']);
    expect(JSON.parse(output)).toMatchObject({
      user: { id: 'maria', email: maria.email },
      reviews: [{ id: 'r1', user: 'maria', place: 'p1' }],
      checkins: [{ id: 'c1', place: 'p1' }],
      follows: [{ follower: 'maria', following: 'joao' }],
      consents: [{ client: 'trusted' }],
      tokens: [{ client: 'trusted', scope: ['read', 'trust'] }],
      audit: [{ actor: 'client:trusted', action: 'sign-in' }],
    });
    expect(output).not.toMatch(/argon2|digest/);
  });

  it('deletes a user, who is found nowhere afterwards', async () => {
    const { access } = tokensOf(await signIn(maria.email));
    const browser = new FakeBrowser(directory);
    await browser.signIn(webRequest, maria.email, password);
    const paths = ['/v2/users/maria', '/v2/users/joao/followers', '/v2/places/p1/reviews', '/v2/places/p1/checkins'];
    const texts = async (at: Directory) =>
      (await Promise.all(paths.map(async (path) => (await at.get(path, tokens.application)).text))).join();
    for (const at of [directory, other]) {
      expect((await at.get('/v2/users/me', access)).status).toBe(200);
      expect(await texts(at)).toContain('Maria Souza');
    }
    expect(await tablesThatName('maria')).toEqual(expect.arrayContaining(['users', 'reviews', 'follows', 'sessions']));
    expect(await command(['delete', 'maria'])).toMatchObject({ status: 2, messages: expect.stringContaining('--yes') });
    expect(await json('delete', 'maria', '--yes')).toMatchObject({
      id: 'maria',
      deleted: { users: 1, reviews: 1, checkins: 1, follows: 1, sessions: 1 },
    });
    for (const at of [directory, other]) {
      await waitUntil(async () => (await at.get('/v2/users/me', access)).status === 401, NOTIFICATION_SECONDS);
      await waitUntil(async () => !(await texts(at)).includes('Maria Souza'), NOTIFICATION_SECONDS);
      const statuses = paths.map(async (path) => (await at.get(path, tokens.application)).status);
      expect(await Promise.all(statuses)).toEqual([404, 200, 200, 200]);
    }
    expect((await signIn(maria.email)).status).toBe(400);
    expect((await browser.open(webRequest)).text).toContain('<h1>Sign in</h1>');
    expect(await tablesThatName('maria')).toEqual([]);
  });

  it('deletes a user who signs in meanwhile, and the audit log does not name the user', async () => {
    const email = 'zelia@example.com';
    await run(['create', '--id', 'zelia', '--name', 'Zélia', '--email', email]);
    const log = directory.app.get(AuditLog);
    const signIn: AuditEvent = {
      actor: 'browser',
      action: 'sign-in',
      subject: 'user:zelia',
      details: { address: '192.0.2.7' },
    };
    const runner = directory.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query("SELECT FROM users WHERE id = 'zelia' FOR UPDATE");
    const recorded = [
      log.record(signIn),
      log.recordFailedSignIn(email, { actor: 'browser', action: 'sign-in.failed' }),
    ];
    await waitUntil(async () => {
      const [row] = await directory.source.query<{ waiting: number }[]>(
        `SELECT count(*)::integer AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.waiting === 2;
    }, 5);
    await runner.query("DELETE FROM users WHERE id = 'zelia'");
    await runner.commitTransaction();
    await runner.release();
    await Promise.all(recorded);
    await directory.source.query("DELETE FROM audit_log WHERE action = 'user.create'");
    expect(await tablesThatName('zelia')).toEqual([]);
    expect(await tablesThatName('192.0.2.7')).toEqual([]);
  });

  /** The tables with a row that contains a text. */
  async function tablesThatName(text: string): Promise<string[]> {
    const tables = await directory.source.query<{ name: string }[]>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await directory.source.query<unknown[]>(
        `SELECT FROM "${name}" AS t WHERE t::text ILIKE $1 LIMIT 1`,
        [`%${text}%`],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  it.each([
    ['x', 'must have 8 characters or more'],
    ['x'.repeat(1001), 'must have 1,000 characters or fewer'],
    ['Sunshine', 'is too common'],
    ['joao@example.com', 'must not be the e-mail address'],
  ])('gets an error for a weak password, and does not see it repeated: case %#', async (weak, message) => {
    const expected = { status: 2, output: '', messages: expect.stringContaining(`The password ${message}`) };
    const created = await command(
      ['create', '--name', 'N', '--email', 'JOAO@example.com', '--password-stdin'],
      `${weak}\n`,
    );
    const changed = await command(['set-password', 'joao', '--password-stdin'], weak);
    for (const result of [created, changed]) {
      expect(result).toMatchObject(expected);
      expect(result.messages).not.toContain(weak);
    }
    expect((await signIn('joao@example.com')).status).toBe(200);
  });

  it('sets the longest password, with which the user signs in by form and by grant', async () => {
    const longest = '\u{1F511}abcd'.repeat(200);
    await run(['set-password', 'joao', '--password-stdin'], longest);
    expect((await signIn('joao@example.com', longest)).status).toBe(200);
    const page = await new FakeBrowser(directory).signIn(webRequest, 'joao@example.com', longest);
    expect(page.text).toContain('João Lima');
    await run(['set-password', 'joao', '--password-stdin'], password);
  });

  it.each([
    [['show', 'nobody'], 1, 'User nobody does not exist. See users list for identifiers.'],
    [['export', 'nobody'], 1, 'User nobody does not exist. See users list for identifiers.'],
    [['delete', 'nobody', '--yes'], 1, 'User nobody does not exist. See users list for identifiers.'],
    [['create', '--name', 'N', '--id', 'joao'], 1, 'Another user has this identifier or e-mail address.'],
    [['create', '--name', 'N', '--email', 'JOAO@example.com'], 1, 'Another user has this identifier'],
    [['create', '--name', 'N', '--email', 'x'], 2, 'is not an e-mail address'],
    [['create', '--name', 'N', '--password-stdin'], 2, 'add --email'],
    [['create', '--name', 'N', '--email', 'n@example.com', '--password-stdin'], 2, 'The password is empty.'],
    [['set-password', 'joao'], 2, '--password-stdin'],
    [['set-password', 'nobody', '--password-stdin'], 1, 'User nobody does not exist.'],
    [['list', '--limit', '0'], 2, 'It must be a whole number from 1 to 10000.'],
  ])('gets an error for users %j', async (args, status, message) => {
    expect(await command(args)).toMatchObject({ status, output: '', messages: expect.stringContaining(message) });
  });

  async function fill(directory: Directory): Promise<void> {
    await registerUsersAndClients(directory);
    await directory.addClients({ trusted: { trusted: true, grants: ['password'], secret: clientSecret } });
    await directory.add({
      follows: [{ followerId: 'maria', followingId: 'joao', created: new Date() }],
      places: [aPlace({ id: 'p1' })],
      checkins: [aCheckin({ id: 'c1', userId: 'maria', placeId: 'p1' })],
      reviews: [aReview({ id: 'r1', userId: 'maria', placeId: 'p1' })],
    });
  }
});

describe('the operator ends', () => {
  const grants = ['password', 'client_credentials', 'refresh_token'];

  const { directory } = useDirectory({ env: { OLD_CLIENTS: 'password-grant' }, fill });
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
      for (const at of [directory, other])
        await waitUntil(async () => (await status(at, token)) === 401, NOTIFICATION_SECONDS);
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
    expect(await run('tokens', 'list', '--client', 'one')).toBe(
      'KIND  ID  CLIENT ID  USER ID  SCOPE  CREATED  EXPIRES\n',
    );
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
    }, 5);
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
    expect((await browser.open(webRequest)).text).toContain('You are signed in as');
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

  async function fill(directory: Directory): Promise<void> {
    await registerUsersAndClients(directory);
    await directory.addClients({ one: {}, two: {} }, { trusted: true, grants, secret: clientSecret });
  }
});
