import { Readable } from 'node:stream';
import { hash } from '@node-rs/argon2';
import { hashSecret, isOwnHash } from '../../src/auth/passwords.js';
import { digest } from '../../src/auth/token-store.js';
import {
  callback,
  clientSecret,
  maria,
  readCallback,
  useAuthorization,
  verifier,
  webRequest,
  challenge,
} from '../support/authorization.js';
import { runCommand } from '../support/command-line.js';
import { tokensOf, issueCode } from '../support/consent.js';
import { type Answer, type Directory } from '../support/directory.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import {
  basic,
  clientCredentials,
  expectError,
  expectToken,
  type Fields,
  postToken,
} from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('changed credentials', () => {
  const web = basic('web', clientSecret);
  const trusted = basic('trusted', clientSecret);

  const { directory, newBrowser, signedIn } = useAuthorization({ env: { OLD_CLIENTS: 'password-grant' } });
  const { directory: other } = useDirectory({ over: directory });

  let hashes: { user: string; client: string };

  beforeAll(async () => {
    const all = '{authorization_code,refresh_token,password,client_credentials}';
    await directory.source.query("UPDATE clients SET grants = $1 WHERE id IN ('web', 'trusted')", [all]);
    hashes = { user: await hashSecret('a new password'), client: await hashSecret('a new secret') };
  });

  /** Restores the password of Maria and the secret of both clients. */
  beforeEach(async () => {
    const [user, client] = [await hashSecret(maria.password), await hashSecret(clientSecret)];
    await directory.source.query("UPDATE users SET password_hash = $1 WHERE id = 'maria'", [user]);
    await directory.source.query("UPDATE clients SET secret_hash = $1 WHERE id IN ('web', 'trusted')", [client]);
  });

  const tokensFor = async (username: string, client = trusted) => {
    const body = { grant_type: 'password', username, password: maria.password };
    const answer = await postToken(directory, body, client);
    expect(answer.status).toBe(200);
    return tokensOf(answer);
  };
  const refresh = (token: string, client = trusted) =>
    postToken(directory, { grant_type: 'refresh_token', refresh_token: token }, client);
  const redeem = (code: string) =>
    postToken(
      directory,
      { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier },
      web,
    );

  const statusAt = async (at: Directory, token: string, path = '/v2/users/me') => (await at.get(path, token)).status;

  /** Expects both replicas to accept tokens, and makes them cache them. */
  async function expectAccepted(tokens: string[], path?: string): Promise<void> {
    for (const token of tokens) {
      for (const at of [directory, other, directory, other]) expect(await statusAt(at, token, path)).toBe(200);
    }
  }

  /** Without a notification, the tokens would be cached for 30 s. */
  async function expectRejectedAtOnce(tokens: string[], path?: string): Promise<void> {
    for (const token of tokens) {
      for (const at of [directory, other])
        await waitUntil(async () => (await statusAt(at, token, path)) === 401, NOTIFICATION_SECONDS);
    }
  }

  async function run(args: string[], input?: object): Promise<string> {
    const stdin = input && Readable.from([Buffer.from(JSON.stringify(input))]);
    const { status, output, messages } = await runCommand(directory.database, args, {}, stdin);
    if (status !== 0) throw new Error(messages);
    return output;
  }

  const importPassword = (password: string) =>
    run(['import', 'users', '-'], { id: 'maria', name: 'Maria Souza', email: maria.email, password });

  describe('of a user', () => {
    it('end all sessions, tokens and codes of the user on all replicas, and of nobody else', async () => {
      const [mine, hers] = [await tokensFor('joao@example.com'), await tokensFor(maria.email)];
      const [browser, consent] = await signedIn();
      const code = readCallback(await browser.submit(consent, 'allow')).parameters.code ?? '';
      const issued = await run(['tokens', 'issue', '--client', 'web', '--user', 'maria']);
      await expectAccepted([mine.access, hers.access, issued.trim()]);
      await importPassword('a new password');
      await expectRejectedAtOnce([hers.access, issued.trim()]);
      expectError(await refresh(hers.refresh), 400, 'invalid_grant');
      expectError(await redeem(code), 400, 'invalid_grant');
      expect((await browser.open(webRequest)).text).toContain('<h1>Sign in</h1>');
      await expectAccepted([mine.access]);
      expectToken(await refresh(mine.refresh), 'read trust', { refresh: true });
      const again = await newBrowser().signIn(webRequest, maria.email, 'a new password');
      expect(again.text).toContain('Maria Souza');
    });

    it('are not changed by the same password', async () => {
      const tokens = await tokensFor(maria.email);
      const [browser] = await signedIn();
      await importPassword(maria.password);
      await expectAccepted([tokens.access]);
      expect((await browser.open(webRequest)).text).toContain('Maria Souza');
      expectToken(await refresh(tokens.refresh), 'read trust', { refresh: true });
    });
  });

  describe('of a user with an imported hash of other parameters', () => {
    const hashOf = async (): Promise<string> => {
      const statement = "SELECT password_hash AS hash FROM users WHERE id = 'maria'";
      const [{ hash: stored }] = await directory.source.query<[{ hash: string }]>(statement);
      return stored;
    };
    const importHash = (passwordHash: string) =>
      run(['import', 'users', '-'], { id: 'maria', name: 'Maria Souza', email: maria.email, passwordHash });
    const dearHash = () => hash(maria.password, { memoryCost: 32_768, timeCost: 3, parallelism: 1 });
    const wrong = { grant_type: 'password', username: maria.email, password: 'wrong' };

    it('are renewed by the first sign-in, which ends nothing', async () => {
      await importHash(await dearHash());
      const issued = (await run(['tokens', 'issue', '--client', 'web', '--user', 'maria'])).trim();
      await expectAccepted([issued]);
      expectError(await postToken(directory, wrong, trusted), 400, 'invalid_grant');
      expect(isOwnHash(await hashOf())).toBe(false);
      const [browser] = await signedIn();
      const renewed = await hashOf();
      expect(isOwnHash(renewed)).toBe(true);
      const { access } = await tokensFor(maria.email);
      expect(await hashOf()).toBe(renewed);
      await expectAccepted([issued, access]);
      expect((await browser.open(webRequest)).text).toContain('Maria Souza');
    });

    it('are renewed once by sign-ins at the same time, which all succeed', async () => {
      await importHash(await dearHash());
      const tokens = await Promise.all(Array.from({ length: 6 }, () => tokensFor(maria.email)));
      expect(isOwnHash(await hashOf())).toBe(true);
      await expectAccepted(tokens.map(({ access }) => access));
    });

    it('stay renewed when the same hash is imported again, unless the password has changed', async () => {
      const imported = await dearHash();
      await importHash(imported);
      const { access } = await tokensFor(maria.email);
      const renewed = await hashOf();
      await importHash(imported);
      expect(await hashOf()).toBe(renewed);
      await expectAccepted([access]);
      await importPassword('a new password');
      await importHash(imported);
      expect(await hashOf()).toBe(imported);
      await expectRejectedAtOnce([access]);
    });

    it('end everything if another hash follows the renewed one', async () => {
      await importHash(await dearHash());
      const { access } = await tokensFor(maria.email);
      await directory.source.query("UPDATE users SET password_hash = $1 WHERE id = 'maria'", [hashes.user]);
      await expectRejectedAtOnce([access]);
    });

    it('are not renewed over a password that changes meanwhile', async () => {
      await importHash(await dearHash());
      const runner = directory.source.createQueryRunner();
      await runner.startTransaction();
      await runner.query("UPDATE users SET password_hash = $1 WHERE id = 'maria'", [hashes.user]);
      const answer = postToken(directory, { ...wrong, password: maria.password }, trusted);
      await waitUntil(async () => {
        const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        return (await directory.source.query<unknown[]>(waiting)).length > 0;
      }, 5);
      await runner.commitTransaction();
      await runner.release();
      expectError(await answer, 400, 'invalid_grant');
      expect(await hashOf()).toBe(hashes.user);
    });
  });

  describe('of a client', () => {
    it('end all tokens of the client on all replicas, and of no other', async () => {
      const [others, tokens] = [await tokensFor(maria.email), await tokensFor(maria.email, trusted)];
      const application = String((await postToken(directory, clientCredentials, trusted)).body.access_token);
      const [browser, consent] = await signedIn();
      const untouched = tokensOf(
        await redeem(readCallback(await browser.submit(consent, 'allow')).parameters.code ?? ''),
      );
      await expectAccepted([others.access, tokens.access, untouched.access]);
      await expectAccepted([application], '/v2/users/maria');
      const rotated = await run(['clients', 'rotate-secret', 'trusted']);
      const secret = /^secret (\S+)/.exec(rotated)?.[1] ?? '';
      await expectRejectedAtOnce([others.access, tokens.access]);
      await expectRejectedAtOnce([application], '/v2/users/maria');
      expectError(await refresh(tokens.refresh, basic('trusted', secret)), 400, 'invalid_grant');
      await expectAccepted([untouched.access]);
      expectToken(await refresh(untouched.refresh, web), 'read', { refresh: true });
      expectToken(await postToken(directory, clientCredentials, basic('trusted', secret)), 'read trust');
    });

    it('are not changed by the same secret', async () => {
      const { access } = await tokensFor(maria.email);
      const grants = ['refresh_token', 'password', 'client_credentials'];
      await directory.addClients({ trusted: { trusted: true, grants, secret: clientSecret } });
      await expectAccepted([access]);
    });
  });

  describe('while somebody uses the old ones', () => {
    /** Changes a row, and commits when the request waits for it. */
    async function changeDuring(statement: string, hash: string, request: () => Promise<Answer>): Promise<Answer> {
      const runner = directory.source.createQueryRunner();
      await runner.startTransaction();
      await runner.query(statement, [hash]);
      const answer = request();
      await waitUntil(async () => {
        const [row] = await directory.source.query<{ waiting: boolean }[]>(
          `SELECT EXISTS (SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`,
        );
        return row?.waiting === true;
      }, 5);
      await runner.commitTransaction();
      await runner.release();
      return answer;
    }

    const newPassword = "UPDATE users SET password_hash = $1 WHERE id = 'maria'";
    const newSecret = "UPDATE clients SET secret_hash = $1 WHERE id = 'trusted'";
    const password: Fields = { grant_type: 'password', username: maria.email, password: maria.password };

    it('give no token for a password', async () => {
      const request = () => postToken(directory, password, trusted);
      expectError(await changeDuring(newPassword, hashes.user, request), 400, 'invalid_grant');
    });

    it('give no token for a secret', async () => {
      const application = () => postToken(directory, clientCredentials, trusted);
      expectError(await changeDuring(newSecret, hashes.client, application), 401, 'invalid_client');
    });

    it('give no token for a password with an old secret', async () => {
      const request = () => postToken(directory, password, trusted);
      expectError(await changeDuring(newSecret, hashes.client, request), 400, 'invalid_grant');
    });

    it('give no session', async () => {
      const browser = newBrowser();
      const page = await browser.open(webRequest);
      const answer = await changeDuring(newPassword, hashes.user, () => browser.submit(page, 'sign-in', maria));
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('is not right')]);
      expect((await browser.open(webRequest)).text).toContain('<h1>Sign in</h1>');
    });

    it('do not wait for a change of something else, such as a recount', async () => {
      const runner = directory.source.createQueryRunner();
      await runner.startTransaction();
      await runner.query('UPDATE users SET reviews = reviews + 1');
      await runner.query("UPDATE clients SET name = 'Another name' WHERE id = 'trusted'");
      expectToken(await postToken(directory, password, trusted), 'read trust', { refresh: true });
      expectToken(await postToken(directory, clientCredentials, trusted), 'read trust');
      const [browser, consent] = await signedIn();
      expect(readCallback(await browser.submit(consent, 'allow')).parameters).toHaveProperty('code');
      await runner.rollbackTransaction();
      await runner.release();
    });

    it('give no code', async () => {
      const [browser, consent] = await signedIn();
      const answer = await changeDuring(newPassword, hashes.user, () => browser.submit(consent, 'allow'));
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('You were signed out')]);
    });
  });
});

describe('a change of credentials that begins while', () => {
  const web = basic('web', clientSecret);

  const { directory, signedIn } = useAuthorization({ env: { OLD_CLIENTS: 'password-grant' } });

  let secretHash: string;
  let passwordHash: string;

  beforeAll(async () => {
    [secretHash, passwordHash] = [await hashSecret(clientSecret), await hashSecret('a new password')];
  });

  const newSecret = () => directory.source.query("UPDATE clients SET secret_hash = $1 WHERE id = 'web'", [secretHash]);
  const newPassword = () =>
    directory.source.query("UPDATE users SET password_hash = $1 WHERE id = 'maria'", [passwordHash]);
  const disable = () => directory.source.query("UPDATE clients SET disabled = now() WHERE id = 'web'");

  beforeEach(async () => {
    const restored = [await hashSecret(clientSecret), await hashSecret(maria.password)];
    await directory.source.query("UPDATE clients SET disabled = NULL, secret_hash = $1 WHERE id = 'web'", [
      restored[0],
    ]);
    await directory.source.query("UPDATE users SET password_hash = $1 WHERE id = 'maria'", [restored[1]]);
  });

  const consent = { clientId: 'web', userId: 'maria', redirectUri: callback, scope: ['read'] };
  const aCode = () => issueCode(directory, { ...consent, codeChallenge: challenge });
  const redeem = (code: string) =>
    postToken(
      directory,
      { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier },
      web,
    );
  const refresh = (token: string) => postToken(directory, { grant_type: 'refresh_token', refresh_token: token }, web);

  async function waitForLocked(count: number): Promise<void> {
    await waitUntil(async () => {
      const [row] = await directory.source.query<{ waiting: number }[]>(
        `SELECT count(*)::integer AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.waiting === count;
    }, 5);
  }

  /** Stops a request at a row, starts a change, and lets both go on. */
  async function changeDuring(
    request: () => Promise<Answer>,
    [row, parameters]: [string, unknown[]],
    change: () => Promise<unknown>,
  ): Promise<Answer> {
    const runner = directory.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`SELECT FROM ${row} FOR UPDATE`, parameters);
    const answer = request();
    await waitForLocked(1);
    const changed = change();
    await waitForLocked(2);
    await runner.commitTransaction();
    await runner.release();
    const [received] = await Promise.all([answer, changed]);
    return received;
  }

  const me = async (token: string) => (await directory.get('/v2/users/me', token)).status;

  it.each([
    ['the secret', newSecret],
    ['the password', newPassword],
    ['the state', disable],
  ])('a client refreshes its tokens, lets both go on: %s', async (_, change) => {
    const tokens = tokensOf(await redeem(await aCode()));
    const row: [string, unknown[]] = ['refresh_tokens WHERE digest = $1', [digest(tokens.refresh)]];
    const answer = await changeDuring(() => refresh(tokens.refresh), row, change);
    expectToken(answer, 'read', { refresh: true });
    expect(await me(tokensOf(answer).access)).toBe(401);
  });

  it.each([
    ['the secret', newSecret],
    ['the password', newPassword],
  ])('a client redeems a code, lets both go on: %s', async (_, change) => {
    const code = await aCode();
    const answer = await changeDuring(
      () => redeem(code),
      ['authorization_codes WHERE digest = $1', [digest(code)]],
      change,
    );
    expectToken(answer, 'read', { refresh: true });
    expect(await me(tokensOf(answer).access)).toBe(401);
  });

  it('a user consents, lets both go on', async () => {
    const [browser, consent] = await signedIn();
    const answer = await changeDuring(
      () => browser.submit(consent, 'allow'),
      ["clients WHERE id = 'web'", []],
      newPassword,
    );
    expectError(await redeem(readCallback(answer).parameters.code ?? ''), 400, 'invalid_grant');
  });
});
