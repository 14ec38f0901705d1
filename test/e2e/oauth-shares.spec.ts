import { hashSecret } from '../../src/auth/passwords.js';
import { aUser } from '../support/factories.js';
import { basic, expectToken, postToken, registerClients, secret } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('the logins of one client', () => {
  const { directory } = useDirectory({ env: { OAUTH_PASSWORD_GRANT: 'true' }, fill: registerClients });
  const names = Array.from({ length: 60 }, (_, at) => `user-${at}`);

  beforeAll(async () => {
    const passwordHash = await hashSecret('right');
    await directory.add({ users: [...names, 'maria'].map((id) => aUser({ id, passwordHash })) });
    await directory.addClients({ busy: {}, quiet: {} }, { secret, trusted: true, grants: ['password'] });
  });

  it('do not delay those of another client at the same address', async () => {
    const finished: string[] = [];
    const logIn = async (client: string, name: string) => {
      const body = { grant_type: 'password', username: `${name}@example.com`, password: 'right' };
      const answer = await postToken(directory, body, basic(client, secret));
      finished.push(client);
      return answer;
    };
    const busy = names.map((name) => logIn('busy', name));
    expectToken(await logIn('quiet', 'maria'), 'read trust');
    const before = finished.length;
    for (const answer of await Promise.all(busy)) expectToken(answer, 'read trust');
    expect(before).toBeLessThan(30);
  });
});
