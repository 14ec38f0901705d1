import { ClientStore } from '../../src/auth/clients/client-store.js';
import { calledBack, maria, native, password, registerPeopleAndClients, sound } from '../support/authorization.js';
import { type Answer, Directory } from '../support/directory.js';
import { type Fields, type Page, Visitor } from '../support/visitor.js';

const name = 'place-directory-session';

describe('who is signed in at /v2/oauth/authorize', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start({ ATTEMPT_LIMIT: '4' });
    await registerPeopleAndClients(directory);
  });

  afterAll(() => directory.stop());

  afterEach(() => directory.source.query('TRUNCATE attempts'));

  const visitor = (headers?: Fields) => new Visitor(directory, headers);
  const signedIn = async (query: Fields = sound): Promise<[Visitor, Page]> => {
    const browser = visitor();
    return [browser, await browser.signIn(query, maria.email, password)];
  };
  /** The page is the one for signing in, and nobody is signed in. */
  const expectSignIn = ({ text }: Answer) => {
    expect(text).toContain('<h1>Sign in</h1>');
  };

  describe('signing in', () => {
    it('answers a wrong password and an unknown name with the same page', async () => {
      const attempt = async (email: string) => {
        const browser = visitor();
        const { status, text, hidden } = await browser.submit(await browser.open(sound), 'sign-in', {
          email,
          password: 'wrong',
        });
        return [status, text.replaceAll(email, 'EMAIL').replaceAll(hidden.token ?? '', 'TOKEN')];
      };
      const [wrong, unknown] = [await attempt(maria.email), await attempt('nobody@example.com')];
      expect(wrong).toEqual(unknown);
      expect(wrong).toEqual([403, expect.stringContaining('role="alert">The e-mail or the password is not right')]);
      expect(wrong[1]).toContain('value="EMAIL"');
    });

    it('never sends a password back', async () => {
      const browser = visitor();
      const { text } = await browser.submit(await browser.open(sound), 'sign-in', { ...maria, password: 'hunter2' });
      expect(text).not.toContain('hunter2');
    });

    it.each([
      ['', password, 400],
      [maria.email, '', 400],
      ['a'.repeat(321), password, 403],
      [maria.email, 'a'.repeat(1025), 403],
      ['"><script>', password, 403],
    ])('refuses %.20j with %.20j', async (email, typed, expected) => {
      const browser = visitor();
      const answer = await browser.submit(await browser.open(sound), 'sign-in', { email, password: typed });
      expect(answer.status).toBe(expected);
      expect(answer.text).toContain('aria-invalid="true"');
      expect(answer.text).not.toContain('<script');
    });

    it('takes the e-mail address in any case, with spaces around', async () => {
      const browser = visitor();
      expect((await browser.signIn(sound, ' MARIA@example.com ', password)).text).toContain('Maria Souza');
    });

    it('refuses a disabled user as one whose password is wrong', async () => {
      await directory.source.query("UPDATE users SET disabled = now() WHERE id = 'joao'");
      const browser = visitor();
      const answer = await browser.submit(await browser.open(sound), 'sign-in', {
        email: 'joao@example.com',
        password,
      });
      await directory.source.query("UPDATE users SET disabled = NULL WHERE id = 'joao'");
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('is not right')]);
    });

    it.each([maria.email, 'nobody@example.com'])('is slowed down: %s', async (email) => {
      const browser = visitor();
      let page = await browser.open(sound);
      for (let attempt = 0; attempt < 4; attempt += 1)
        page = await browser.submit(page, 'sign-in', { email, password: 'wrong' });
      expect(page.status).toBe(403);
      const { status, headers, text } = await browser.submit(page, 'sign-in', { email, password });
      expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.closeTo(300, -1)]);
      expect(text).toContain('Wait 5 minutes and try again');
      expectSignIn(await browser.open(sound));
    });

    it('changes the identifier of the session, so that nobody knows it beforehand', async () => {
      const browser = visitor();
      const page = await browser.open(sound);
      const before = browser.cookies.get(name);
      await browser.follow(await browser.submit(page, 'sign-in', maria));
      const after = browser.cookies.get(name);
      expect([before, after]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
      expect(after).not.toBe(before);
      const thief = visitor();
      thief.cookies.set(name, before ?? '');
      expectSignIn(await thief.open(sound));
    });

    it('again ends the session before', async () => {
      const [browser] = await signedIn();
      const first = browser.cookies.get(name) ?? '';
      const { hidden } = await browser.open(sound);
      await browser.post({ ...hidden, ...maria, action: 'sign-in' });
      const other = visitor();
      other.cookies.set(name, first);
      expectSignIn(await other.open(sound));
    });
  });

  describe('sessions', () => {
    it('are known on the next visit, and asked again', async () => {
      const [browser] = await signedIn();
      expect((await browser.open({ ...native })).text).toContain('Native asks for access');
    });

    it('end for who wants another account', async () => {
      const [browser, consent] = await signedIn();
      const before = browser.cookies.get(name) ?? '';
      expectSignIn(await browser.follow(await browser.submit(consent, 'switch')));
      const other = visitor();
      other.cookies.set(name, before);
      expectSignIn(await other.open(sound));
      const next = await browser.signIn(sound, 'joao@example.com', password);
      expect(next.text).toContain('João Lima');
    });

    it.each([
      ['time', "UPDATE sessions SET expires = now() - interval '1 second'"],
      ['a new password', "UPDATE users SET password_hash = password_hash || ' ' WHERE id = 'maria'"],
      ['the account', "UPDATE users SET disabled = now() WHERE id = 'maria'"],
    ])('end with %s, and what was asked goes on after signing in again', async (_, end) => {
      const [browser, consent] = await signedIn();
      const [user] = await directory.source.query<{ password_hash: string }[]>(
        "SELECT password_hash FROM users WHERE id = 'maria'",
      );
      await directory.source.query(end);
      const ended = await browser.submit(consent, 'allow');
      await directory.source.query("UPDATE users SET disabled = NULL, password_hash = $1 WHERE id = 'maria'", [
        user?.password_hash,
      ]);
      expect([ended.status, ended.text]).toEqual([403, expect.stringContaining('You were signed out')]);
      const again = await browser.follow(await browser.submit(ended, 'sign-in', maria));
      expect(calledBack(await browser.submit(again, 'allow')).with).toMatchObject({ code: /./, state: 's-1' });
    });

    it('are kept as digests only, and cleared away once they are over', async () => {
      await directory.source.query("UPDATE sessions SET expires = now() - interval '1 second'");
      const [browser] = await signedIn();
      const rows = await directory.source.query<{ row: string; seconds: number }[]>(
        'SELECT sessions::text AS row, extract(epoch FROM expires - created)::integer AS seconds FROM sessions',
      );
      expect(rows).toEqual([{ row: expect.any(String), seconds: expect.closeTo(28_800, -1) }]);
      expect(rows[0]?.row).not.toContain(browser.cookies.get(name));
    });

    it('do not give a code to a client that was disabled meanwhile', async () => {
      const [browser, consent] = await signedIn({ ...sound, client_id: 'two' });
      await directory.app.get(ClientStore).disable('two');
      const answer = await browser.submit(consent, 'allow');
      await directory.source.query("UPDATE clients SET disabled = NULL WHERE id = 'two'");
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    });
  });
});
