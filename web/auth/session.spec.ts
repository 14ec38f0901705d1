import { Session } from './session.js';

const configuration = {
  baseUrl: 'https://places.example.org',
  clientId: 'explore',
  names: '',
  baseMap: '',
  earth: '',
  worker: '',
  licences: '',
  mapScripts: [],
};

describe('Session', () => {
  const kept = new Map<string, string>();
  const answered: string[] = [];
  /** The requests that send cookies. */
  const withCookies = new Set<string>();
  let answer: (path: string) => Promise<Response>;
  const given = () => Response.json({ access_token: 'next', refresh_token: 'next-refresh' });

  beforeEach(() => {
    kept.clear();
    answered.length = 0;
    withCookies.clear();
    const sessionStorage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    };
    const fetch = (url: string, options?: { body: URLSearchParams; credentials?: string }) => {
      if (options?.credentials !== 'omit') withCookies.add(url);
      answered.push(`${url} ${options?.body.get('token') ?? options?.body.get('grant_type') ?? ''}`.trim());
      return answer(url);
    };
    // The sign-out page has no form.
    const document = { createElement: () => ({ content: { querySelector: () => null } }) };
    Object.assign(globalThis, { sessionStorage, fetch, document, history: { replaceState: () => undefined } });
    kept.set('explore.tokens', JSON.stringify({ access: 'first', refresh: 'first-refresh' }));
  });

  // Only the sign-out page needs the cookie. Otherwise the browser may open its own password dialog.
  afterEach(() => {
    const signOuts = answered.filter((url) => url === '/v2/oauth/sign-out');
    expect(withCookies).toEqual(new Set(signOuts));
  });

  it('keeps no tokens that come after the person has signed out, and gives them back', async () => {
    const session = new Session(configuration);
    let arrive: (response: Response) => void = () => undefined;
    answer = (url) =>
      url.endsWith('/token') ? new Promise((resolve) => (arrive = resolve)) : Promise.resolve(Response.json({}));
    const renewal = session.renew();
    expect(await session.signOut()).toBe(true);
    arrive(given());
    expect(await renewal).toBe(false);
    expect(session.token).toBeUndefined();
    expect(answered).toEqual([
      '/v2/oauth/token refresh_token',
      '/v2/oauth/revoke first-refresh',
      '/v2/oauth/sign-out',
      '/v2/oauth/revoke next-refresh',
    ]);
    expect(kept.has('explore.signed-out')).toBe(false);
  });

  it.each(['revoke', 'sign-out'])(
    'says that a sign-out is not confirmed, and asks who signs in next: %s',
    async (failing) => {
      for (const failure of [
        () => Promise.resolve(new Response('', { status: 503 })),
        () => Promise.reject(new Error()),
      ]) {
        answer = (url) => (url.endsWith(failing) ? failure() : Promise.resolve(new Response('')));
        expect(await new Session(configuration).signOut()).toBe(false);
        expect([kept.has('explore.signed-out'), kept.has('explore.tokens')]).toEqual([true, false]);
        kept.set('explore.tokens', JSON.stringify({ access: 'first' }));
      }
    },
  );

  it('keeps the next tokens otherwise, and those of before while there is a limit', async () => {
    const session = new Session(configuration);
    answer = () => Promise.resolve(new Response('', { status: 429 }));
    expect(await session.renew()).toBe(false);
    expect(session.token).toBe('first');
    answer = () => Promise.resolve(given());
    expect(await session.renew()).toBe(true);
    expect(session.token).toBe('next');
  });

  it('takes a limit for the last word on a code', async () => {
    kept.clear();
    kept.set('explore.departure', JSON.stringify({ state: 's', verifier: 'v', view: '' }));
    const search = `?code=c&state=s&iss=${configuration.baseUrl}`;
    Object.assign(globalThis, { location: { search, origin: configuration.baseUrl, pathname: '/explore' } });
    answer = () => Promise.resolve(new Response('', { status: 429 }));
    expect(await new Session(configuration).finish()).toBe('failed');
    expect(answered).toEqual(['/v2/oauth/token authorization_code']);
  });
});
