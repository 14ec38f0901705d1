import { AuthorizationCodeStore } from '../../src/oauth/grants/authorization-code-store.js';
import { TooManyAttemptsError } from '../../src/oauth/attempts/attempts.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { UserAuthentication } from '../../src/oauth/sessions/user-authentication.js';
import { AccountsService } from '../../src/users/accounts.service.js';
import { aUser } from '../support/factories.js';
import { expectNotStored, registerClients } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('the stores of the OAuth endpoints', () => {
  const { directory } = useDirectory({
    env: { ATTEMPT_LIMIT: '3', ATTEMPT_LIMIT_TOTAL: '6', AUTHORIZATION_CODE_TTL: '90' },
    fill: registerClients,
  });

  beforeAll(async () => {
    const passwordHash = await hashSecret('right');
    await directory.add({ users: ['maria', 'ana', 'gone'].map((id) => aUser({ id, passwordHash })) });
    await directory.source.query("UPDATE users SET disabled = now() WHERE id = 'gone'");
  });

  describe('authorization codes', () => {
    const consent = { clientId: 'app', userId: 'maria', scope: ['read'] };
    const codes = () => directory.app.get(AuthorizationCodeStore);

    it('are found as they were stored, and expire as configured', async () => {
      const whole = { ...consent, redirectUri: 'https://app.example.org/back', codeChallenge: 'c'.repeat(43) };
      const found = await codes().find(await codes().issue(whole));
      expect(found).toMatchObject({ ...whole, spent: false });
      expect(Math.abs((found?.expires.getTime() ?? 0) - Date.now() - 90_000)).toBeLessThan(5000);
    });

    it('are stored as digests only', async () => {
      const code = await codes().issue(consent);
      await expectNotStored(directory, 'authorization_codes', code);
    });
  });

  describe('passwords of users', () => {
    const users = () => directory.app.get(UserAuthentication);
    const check = (name: string, password: string, address: string) =>
      users().authenticate(`${name}@example.com`, password, { address });

    afterEach(() => directory.source.query('TRUNCATE attempts'));

    it.each(['maria', 'nobody', 'gone'])('are not compared after too many failures: %s', async (name) => {
      for (let attempt = 0; attempt < 3; attempt += 1) await check(name, 'wrong', '192.0.2.3');
      const rejected = check(name, 'right', '192.0.2.3');
      await expect(rejected).rejects.toThrow(TooManyAttemptsError);
      await expect(rejected).rejects.toHaveProperty('retryAfter', expect.any(Number));
      expect(await check('ana', 'right', '192.0.2.3')).toBe('ana');
      expect(await check('maria', 'right', '192.0.2.4')).toBe('maria');
    });

    it('are limited for one address under many names', async () => {
      for (let attempt = 0; attempt < 6; attempt += 1) await check(`name${attempt}`, 'wrong', '192.0.2.5');
      await expect(check('ana', 'right', '192.0.2.5')).rejects.toThrow(TooManyAttemptsError);
    });

    it('are limited for many addresses under one name', async () => {
      for (let attempt = 0; attempt < 6; attempt += 1) await check('ana', 'wrong', `198.51.100.${attempt}`);
      await expect(check('ana', 'right', '192.0.2.6')).rejects.toThrow(TooManyAttemptsError);
    });

    it('are limited for concurrent guesses', async () => {
      const looks = jest.spyOn(directory.app.get(AccountsService), 'authenticate');
      const guesses = Array.from({ length: 40 }, () => check('maria', 'wrong', '192.0.2.7').catch(() => 'rejected'));
      const answers = await Promise.all(guesses);
      looks.mockRestore();
      // Two are compared at a time, so a few more may be in progress when the limit is reached.
      expect(answers.filter((answer) => answer === undefined).length).toBeLessThanOrEqual(6);
    });
  });
});
