import {
  readCallback,
  clientSecret,
  maria,
  nativeRequest,
  useAuthorization,
  webRequest,
  verifier,
} from '../support/authorization.js';
import { type Fields, postToken } from '../support/token-endpoint.js';

describe('the authorization code flow over /v2/oauth/authorize', () => {
  const { directory, newBrowser, signedIn } = useAuthorization();

  const redeem = (code = '', more: Fields = {}) =>
    postToken(directory, {
      grant_type: 'authorization_code',
      code,
      client_id: 'web',
      client_secret: clientSecret,
      redirect_uri: webRequest.redirect_uri,
      code_verifier: verifier,
      ...more,
    });

  it('signs a user in, asks for consent, and redirects with a code for a token of that user', async () => {
    const [browser, consent] = await signedIn();
    expect(consent.text).toContain('Sabores &amp; Cia asks for access');
    expect(consent.text).toContain('<strong>Maria Souza</strong> (maria@example.com)');
    expect(consent.text).toContain('taken to app.example.org');
    expect(consent.text).not.toContain('given e-mail');
    const { uri, parameters: answer } = readCallback(await browser.submit(consent, 'allow'));
    expect([uri, answer]).toEqual([
      'https://app.example.org/callback',
      { code: expect.stringMatching(/^[\w-]{43}$/), state: 's-1', iss: directory.url },
    ]);
    const { status, body } = await redeem(answer.code);
    expect([status, body.scope]).toEqual([200, 'read']);
    const me = await directory.get('/v2/users/me', body.access_token as string);
    expect([me.status, me.body.user.id]).toEqual([200, 'maria']);
  });

  it('works for a public client on any loopback port', async () => {
    const [browser, consent] = await signedIn(nativeRequest);
    expect(consent.text).toContain('taken to the app on this device');
    const { uri, parameters: answer } = readCallback(await browser.submit(consent, 'allow'));
    expect(uri).toBe(nativeRequest.redirect_uri);
    const form = { grant_type: 'authorization_code', client_id: 'native', redirect_uri: nativeRequest.redirect_uri };
    const { status } = await postToken(directory, { ...form, code: answer.code ?? '', code_verifier: verifier });
    expect(status).toBe(200);
  });

  it('issues two valid codes if the consent form is submitted twice', async () => {
    const [browser, consent] = await signedIn();
    const answers = await Promise.all([browser.submit(consent, 'allow'), browser.submit(consent, 'allow')]);
    const codes = answers.map((answer) => readCallback(answer).parameters.code);
    expect(new Set(codes).size).toBe(2);
    expect(await Promise.all(codes.map(async (code) => (await redeem(code)).status))).toEqual([200, 200]);
  });

  it('shows the scope trust of a trusted client', async () => {
    const [browser, consent] = await signedIn({ ...webRequest, client_id: 'trusted' });
    expect(consent.text).toContain('given e-mail');
    const { code } = readCallback(await browser.submit(consent, 'allow')).parameters;
    expect((await redeem(code, { client_id: 'trusted' })).body.scope).toBe('read trust');
  });

  it('returns a state unchanged that a form would change', async () => {
    const state = `"><b>\nline\r\n&amp; ação +%20`;
    const [browser, consent] = await signedIn({ ...webRequest, state });
    expect(readCallback(await browser.submit(consent, 'allow')).parameters.state).toBe(state);
  });

  it.each(['a', '+', '/', '!', '%20', '%C3%A3'])(
    'repeats in the form a state as long as an address can be, of %s',
    async (sent) => {
      const rest = new URLSearchParams({ ...webRequest, state: '' }).toString();
      const state = sent.repeat((112 * 1024 - rest.length - '/v2/oauth/authorize?'.length) / sent.length);
      const browser = newBrowser();
      const page = await browser.open(`${rest}${state}`);
      expect(page.status).toBe(200);
      const again = await browser.submit(page, 'sign-in', { email: maria.email, password: 'wrong' });
      expect([again.status, again.hidden.request?.length]).toEqual([403, page.hidden.request?.length]);
      const repeated = new URLSearchParams(again.hidden.request).get('state');
      expect(repeated === new URLSearchParams(`state=${state}`).get('state')).toBe(true);
    },
  );

  it('reports a denial to the client, before sign-in and after', async () => {
    const [browser, consent] = await signedIn();
    const signedOut = newBrowser();
    const answers = [
      await browser.submit(consent, 'deny'),
      await signedOut.submit(await signedOut.open(webRequest), 'deny'),
    ];
    for (const answer of answers) {
      expect(readCallback(answer).parameters).toEqual({
        error: 'access_denied',
        error_description: 'The user denied access',
        state: 's-1',
        iss: directory.url,
      });
    }
  });
});
