import { TokenFamilies } from '../../src/oauth/grants/token-families.js';
import { TooManyAttemptsError } from '../../src/oauth/attempts/attempts.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { UserAuthentication } from '../../src/oauth/sessions/user-authentication.js';
import { AccountsService } from '../../src/users/accounts.service.js';
import { aUser } from '../support/factories.js';
import { issueCode } from '../support/consent.js';
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
    const families = () => directory.app.get(TokenFamilies);

    it('are found as they were stored, and expire as configured', async () => {
      const whole = { ...consent, redirectUri: 'https://app.example.org/back', codeChallenge: 'c'.repeat(43) };
      const found = await families().findCode(await issueCode(directory, whole), 'app');
      expect(found).toMatchObject({ ...whole, expired: false, used: false });
      const [row] = await directory.source.query<{ lifetime: number }[]>(
        'SELECT extract(epoch FROM expires - created)::integer AS lifetime FROM token_families WHERE id = $1',
        [found?.family],
      );
      expect(row).toEqual({ lifetime: 90 });
    });

    it('are stored as digests only', async () => {
      const code = await issueCode(directory, consent);
      await expectNotStored(directory, 'authorization_codes', code);
    });
  });

  describe('passwords of users', () => {
    const users = () => directory.app.get(UserAuthentication);
    const check = (name: string, password: string, clientIp: string) =>
      users()
        .authenticate(`${name}@example.com`, password, { clientIp })
        .then((user) => user?.id);

    const endDelays = () => directory.source.query('UPDATE attempts SET next_attempt = now()');

    afterEach(() => directory.source.query('TRUNCATE attempts, known_sources'));

    it.each(['maria', 'nobody', 'gone'])('are not compared after too many failures: %s', async (name) => {
      for (let attempt = 0; attempt < 3; attempt += 1) await check(name, 'wrong', '192.0.2.3');
      const rejected = check(name, 'right', '192.0.2.3');
      await expect(rejected).rejects.toThrow(TooManyAttemptsError);
      await expect(rejected).rejects.toHaveProperty('retryAfter', expect.any(Number));
      expect(await check('ana', 'right', '192.0.2.3')).toBe('ana');
      expect(await check('maria', 'right', '192.0.2.4')).toBe('maria');
    });

    it('are slowed down for one address under many names, and for many addresses under one name', async () => {
      for (let attempt = 0; attempt < 6; attempt += 1) await check(`name${attempt}`, 'wrong', '192.0.2.5');
      for (let attempt = 0; attempt < 6; attempt += 1) await check('ana', 'wrong', `198.51.100.${attempt}`);
      const delays = await directory.source.query<{ failures: number; delay: number }[]>(
        `SELECT failures, extract(epoch FROM next_attempt - now())::float AS delay FROM attempts WHERE next_attempt IS NOT NULL`,
      );
      expect(delays.map(({ failures }) => failures)).toEqual([6, 6]);
      for (const { delay } of delays) expect(delay).toBeLessThanOrEqual(1);
      await endDelays();
      expect(await check('maria', 'right', '192.0.2.5')).toBe('maria');
      expect(await check('ana', 'right', '192.0.2.6')).toBe('ana');
    });

    it('get slower with each guess from many addresses, except where the user has signed in', async () => {
      expect(await check('ana', 'right', '192.0.2.6')).toBe('ana');
      let address = 0;
      const guess = () => check('ana', 'wrong', `198.51.100.${(address += 1)}`);
      for (let attempt = 0; attempt < 6; attempt += 1) expect(await guess()).toBeUndefined();
      for (const retryAfter of [1, 2, 4, 8]) {
        await expect(guess()).rejects.toMatchObject({ retryAfter });
        await endDelays();
        expect(await guess()).toBeUndefined();
      }
      await expect(check('ana', 'right', '192.0.2.7')).rejects.toThrow(TooManyAttemptsError);
      expect(await check('ana', 'right', '192.0.2.6')).toBe('ana');
      expect(await check('maria', 'right', '198.51.100.1')).toBe('maria');
    });

    it('are limited for concurrent guesses', async () => {
      const looks = jest.spyOn(directory.app.get(AccountsService), 'authenticate');
      const guesses = Array.from({ length: 40 }, () => check('maria', 'wrong', '192.0.2.7').catch(() => 'rejected'));
      const answers = await Promise.all(guesses);
      looks.mockRestore();
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(3);
    });
  });
});
