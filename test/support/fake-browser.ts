import { type Answer, type Directory } from './directory.js';

export type Fields = Readonly<Record<string, string>>;

/** A page, with the hidden fields of its form. */
export interface Page extends Answer {
  hidden: Fields;
}

/** Stores cookies, follows redirects and submits forms, without a real browser. */
export class FakeBrowser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly directory: Directory,
    private readonly headers: Fields = {},
  ) {}

  /** Opens the authorization endpoint. Text is sent unchanged. */
  async open(query: Fields | string, init: RequestInit = {}): Promise<Page> {
    const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
    return this.fetch(`/v2/oauth/authorize?${text}`, init);
  }

  /** Follows a redirect. Fails if it leads out of the service. */
  async follow({ headers }: Answer): Promise<Page> {
    const location = headers.get('location');
    if (location?.startsWith('/') !== true)
      throw new Error(`The redirect leads out of the service: ${String(location)}`);
    return this.fetch(location);
  }

  /** Submits the form of a page with one of its buttons. `fields` win over the hidden fields. */
  async submit(page: Page, action: string, fields: Fields = {}): Promise<Page> {
    return this.post({ ...page.hidden, action, ...fields });
  }

  async post(fields: Fields | string, path = '/v2/oauth/authorize'): Promise<Page> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async signIn(query: Fields, email: string, password: string): Promise<Page> {
    const signedIn = await this.submit(await this.open(query), 'sign-in', { email, password });
    return this.follow(signedIn);
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers({ ...this.headers, ...(init.headers as Fields | undefined) });
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('Cookie', cookie);
    const answer = await this.directory.request(path, { ...init, headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { ...answer, hidden: hiddenFields(answer.text) };
  }
}

function hiddenFields(markup: string): Fields {
  const inputs = markup.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}
