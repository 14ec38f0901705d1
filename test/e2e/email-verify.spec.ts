import { aUser } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';

describe('GET /v2/users/{email}/verify', () => {
  const { directory, tokens } = useDirectory({
    users: [
      aUser({ id: 'maria', email: 'Maria.Silva@Example.com' }),
      aUser({ id: 'plus', email: 'ana+news@example.com' }),
      aUser({ id: 'accent', email: 'joão@exemplo.com.br' }),
      aUser({ id: 'quote', email: "o'neil@example.com" }),
      aUser({ id: 'unicode', email: 'rosa@MÜNCHEN.example' }),
      aUser({ id: 'ascii', email: 'lena@xn--mnchen-3ya.example' }),
    ],
    tokens: ['trusted'],
  });

  const get = (path: string, headers?: Record<string, string>) => directory.get(path, tokens.trusted, headers);
  const verify = (email: string) => get(`/v2/users/${email}/verify`);

  it('returns 200 and exists: true for the address of a user', async () => {
    await expectGoldenFormats(get, '/v2/users/maria.silva@example.com/verify', 'email-exists');
  });

  it.each([
    'MARIA.SILVA@EXAMPLE.COM',
    'maria.silva%40example.com',
    'ana+news@example.com',
    'ana%2Bnews%40example.com',
    'ANA%2bNEWS@example.com',
    'jo%C3%A3o@exemplo.com.br',
    'JO%C3%83O@exemplo.com.br',
    "o'neil@example.com",
    'rosa@m%C3%BCnchen.example',
    'Rosa@M%C3%9CNCHEN.Example',
    'rosa@xn--mnchen-3ya.example',
    'rosa@XN--MNCHEN-3YA.EXAMPLE',
    'rosa@mu%CC%88nchen.example',
    'lena@m%C3%BCnchen.example',
    'lena@xn--mnchen-3ya.example',
    'lena@m%C3%BCnchen%E3%80%82example',
  ])('finds the address in any case, encoding and form of its domain: %s', async (email) => {
    const { status, body } = await verify(email);
    expect([status, body]).toEqual([200, { exists: true }]);
  });

  it.each([
    'nobody@example.com',
    'ana-news@example.com',
    'maria_silva@example.com',
    '%25@example.com',
    'rosa@xn--a.example',
  ])('returns 404 for an unknown address: %s', async (email) => {
    const { status, body } = await verify(email);
    expect([status, body.code]).toEqual([404, 'email_not_found']);
  });

  it.each(['maria', '@', 'a@', '@b', 'a@b@c', 'two%20words@example.com', `${'a'.repeat(65)}@example.com`, '%25@'])(
    'returns 400 that names the parameter for a text that is not an address: %s',
    async (email) => {
      const { status, body } = await verify(email);
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { parameter: 'email', reason: 'is not an e-mail address', allowed: ['name@domain'] },
      ]);
    },
  );

  it.each(['a%00@example.com', '%00'])('returns 400 for NUL characters: %s', async (email) => {
    const { status, body } = await verify(email);
    expect([status, body.errors[0].parameter]).toEqual([400, 'email']);
  });

  it('does not repeat the address in a problem', async () => {
    for (const email of ['nobody@example.com', 'no-address-at-all']) {
      const { text } = await verify(email);
      expect(text).not.toMatch(/nobody@|no-address/);
    }
  });
});
