import * as oauth from 'oauth4webapi';
import {
  calledBack,
  clientSecret,
  maria,
  native,
  password,
  registerPeopleAndClients,
  sound,
  verifier,
} from '../support/authorization.js';
import { Directory } from '../support/directory.js';
import { postToken } from '../support/token-endpoint.js';
import { type Fields, type Page, Visitor } from '../support/visitor.js';

describe('the way over /v2/oauth/authorize', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start();
    await registerPeopleAndClients(directory);
  });

  afterAll(() => directory.stop());

  const visitor = (headers?: Fields) => new Visitor(directory, headers);
  const signedIn = async (query: Fields = sound): Promise<[Visitor, Page]> => {
    const browser = visitor();
    return [browser, await browser.signIn(query, maria.email, password)];
  };
  const redeem = (code = '', more: Fields = {}) =>
    postToken(directory, {
      grant_type: 'authorization_code',
      code,
      client_id: 'web',
      client_secret: clientSecret,
      redirect_uri: sound.redirect_uri,
      ...more,
    });

  it('sign a person in, ask, and give the client a code for a token of that person', async () => {
    const [browser, consent] = await signedIn();
    expect(consent.text).toContain('Sabores &amp; Cia asks for access');
    expect(consent.text).toContain('<strong>Maria Souza</strong> (maria@example.com)');
    expect(consent.text).toContain('taken to app.example.org');
    expect(consent.text).not.toContain('given e-mail');
    const { at, with: answer } = calledBack(await browser.submit(consent, 'allow'));
    expect([at, answer]).toEqual([
      'https://app.example.org/callback',
      { code: expect.stringMatching(/^[\w-]{43}$/), state: 's-1', iss: directory.url },
    ]);
    const { status, body } = await redeem(answer.code);
    expect([status, body.scope]).toEqual([200, 'read']);
    const me = await directory.get('/v2/users/me', body.access_token as string);
    expect([me.status, me.body.user.id]).toEqual([200, 'maria']);
  });

  it('do so for a client without a secret, on whatever port it listens', async () => {
    const [browser, consent] = await signedIn(native);
    expect(consent.text).toContain('taken to the app on this device');
    const { at, with: answer } = calledBack(await browser.submit(consent, 'allow'));
    expect(at).toBe(native.redirect_uri);
    const form = { grant_type: 'authorization_code', client_id: 'native', redirect_uri: native.redirect_uri };
    const { status } = await postToken(directory, { ...form, code: answer.code ?? '', code_verifier: verifier });
    expect(status).toBe(200);
  });

  it('is what a standard client library expects', async () => {
    const issuer = new URL(directory.url);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is meant for tests, which speak plain HTTP
    const plain = { [oauth.allowInsecureRequests]: true, algorithm: 'oauth2' as const };
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, plain));
    expect(server.authorization_endpoint).toBe(`${directory.url}/v2/oauth/authorize`);
    const [browser, consent] = await signedIn();
    const check = (answer: Page) =>
      oauth.validateAuthResponse(server, { client_id: 'web' }, new URL(answer.headers.get('location') ?? ''), 's-1');
    expect(check(await browser.submit(consent, 'allow')).get('code')).toMatch(/./);
    const denied = await browser.submit(consent, 'deny');
    expect(() => check(denied)).toThrow(expect.objectContaining({ error: 'access_denied' }));
  });

  it('give codes that work once', async () => {
    const [browser, consent] = await signedIn();
    const { code } = calledBack(await browser.submit(consent, 'allow')).with;
    const first = await redeem(code);
    const second = await redeem(code);
    expect([first.status, second.status, second.body.error]).toEqual([200, 400, 'invalid_grant']);
    // Somebody has the code who should not: what it gave is no longer good (RFC 6749, section 4.1.2).
    expect((await directory.get('/v2/users/me', first.body.access_token as string)).status).toBe(401);
  });

  it('give two codes to one who sends twice, and both are good', async () => {
    const [browser, consent] = await signedIn();
    const answers = await Promise.all([browser.submit(consent, 'allow'), browser.submit(consent, 'allow')]);
    const codes = answers.map((answer) => calledBack(answer).with.code);
    expect(new Set(codes).size).toBe(2);
    expect(await Promise.all(codes.map(async (code) => (await redeem(code)).status))).toEqual([200, 200]);
  });

  it('say what a trusted client may do beside', async () => {
    const [browser, consent] = await signedIn({ ...sound, client_id: 'trusted' });
    expect(consent.text).toContain('given e-mail');
    const { code } = calledBack(await browser.submit(consent, 'allow')).with;
    expect((await redeem(code, { client_id: 'trusted' })).body.scope).toBe('read trust');
  });

  it('carry the request on as it is, also where a form would change it', async () => {
    const state = `"><b>\nline\r\n&amp; ação +%20`;
    const [browser, consent] = await signedIn({ ...sound, state });
    expect(calledBack(await browser.submit(consent, 'allow')).with.state).toBe(state);
  });

  it.each(['a', '+', '/', '!', '%20', '%C3%A3'])(
    'carry on a state as long as an address can be, of %s',
    async (sent) => {
      const rest = new URLSearchParams({ ...sound, state: '' }).toString();
      const state = sent.repeat((112 * 1024 - rest.length - '/v2/oauth/authorize?'.length) / sent.length);
      const browser = visitor();
      const page = await browser.open(`${rest}${state}`);
      expect(page.status).toBe(200);
      const again = await browser.submit(page, 'sign-in', { email: maria.email, password: 'wrong' });
      expect([again.status, again.hidden.request?.length]).toEqual([403, page.hidden.request?.length]);
      const carried = new URLSearchParams(again.hidden.request).get('state');
      expect(carried === new URLSearchParams(`state=${state}`).get('state')).toBe(true);
    },
  );

  it('tell the client of a refusal, signed in or not', async () => {
    const [browser, consent] = await signedIn();
    const stranger = visitor();
    const answers = [await browser.submit(consent, 'deny'), await stranger.submit(await stranger.open(sound), 'deny')];
    for (const answer of answers) {
      expect(calledBack(answer).with).toEqual({
        error: 'access_denied',
        error_description: 'The user denied access',
        state: 's-1',
        iss: directory.url,
      });
    }
  });
});
