import { digest } from '../../src/auth/token-store.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { issueCode, tokensOf } from '../support/consent.js';
import {
  callback,
  challenge,
  clientSecret,
  maria,
  readCallback,
  useAuthorization,
  verifier,
} from '../support/authorization.js';
import { type Answer } from '../support/directory.js';
import { waitUntil } from '../support/retry.js';
import { basic, expectError, expectToken, postToken } from '../support/token-endpoint.js';

const web = basic('web', clientSecret);

describe('a change of credentials that begins while', () => {
  const { directory, signedIn } = useAuthorization();

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
    });
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
