import { demonstrationUser } from '../demonstration/credentials.js';
import { type ClientStore } from '../auth/client-store.js';
import { ProblemError } from '../http/problems.js';
import { type UsersService } from '../users/users.service.js';
import { ExploreSignIn } from './sign-in.js';

describe('the sign-in of the page', () => {
  const settings = { NODE_ENV: 'test', OAUTH_ENDPOINTS: true } as const;
  const { email } = demonstrationUser;
  const clients = { findIncludingDisabled: () => Promise.resolve(undefined) } as unknown as ClientStore;
  const configuration = (assertEmailExists: () => Promise<void>) =>
    new ExploreSignIn(settings, clients, { assertEmailExists } as unknown as UsersService).configuration('https://a');

  it('offers the demonstration account if it exists', async () => {
    expect(await configuration(() => Promise.resolve())).toMatchObject({ demonstration: { email } });
    const unknown = new ProblemError('email_not_found', 'No user has this e-mail address.');
    expect(await configuration(() => Promise.reject(unknown))).toEqual({ registration: expect.any(String) });
  });

  it('takes no other error for an absent account', async () => {
    const fault = new Error('statement timeout');
    await expect(configuration(() => Promise.reject(fault))).rejects.toBe(fault);
  });
});
