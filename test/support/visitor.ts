import { type Answer, type Directory } from './directory.js';

export type Fields = Readonly<Record<string, string>>;

/** A page as it came, with what its form carries by itself. */
export interface Page extends Answer {
  hidden: Fields;
}

/** A browser without any eyes: keeps cookies, and sends forms as they are filled in. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly directory: Directory,
    private readonly headers: Fields = {},
  ) {}

  /** Asks for the authorization endpoint with these parameters; a text goes as it is. */
  async open(query: Fields | string, init: RequestInit = {}): Promise<Page> {
    const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
    return this.fetch(`/v2/oauth/authorize?${text}`, init);
  }

  /** Follows a redirect within the service. */
  async follow({ headers }: Answer): Promise<Page> {
    const location = headers.get('location');
    if (location?.startsWith('/') !== true) throw new Error(`Not within the service: ${String(location)}`);
    return this.fetch(location);
  }

  /** Sends the form of a page by one of its buttons; fields that are given win over the form's own. */
  async submit(page: Page, action: string, fields: Fields = {}): Promise<Page> {
    return this.post({ ...page.hidden, action, ...fields });
  }

  async post(fields: Fields | string): Promise<Page> {
    return this.fetch('/v2/oauth/authorize', { method: 'POST', body: new URLSearchParams(fields) });
  }

  async signIn(query: Fields, email: string, password: string): Promise<Page> {
    const signedIn = await this.submit(await this.open(query), 'sign-in', { email, password });
    return this.follow(signedIn);
  }

  private async fetch(path: string, init: RequestInit = {}): Promise<Page> {
    const headers = new Headers({ ...this.headers, ...(init.headers as Fields | undefined) });
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('Cookie', cookie);
    const answer = await this.directory.request(path, { ...init, headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return { ...answer, hidden: hiddenFields(answer.text) };
  }
}

function hiddenFields(markup: string): Fields {
  const inputs = markup.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}
