import { type ChildProcess, fork } from 'node:child_process';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../dev/services/free-port.js';

const program = join(__dirname, 'issuer-program.mjs');
const secret = 'a-secret-of-the-issuer';
const redirectUri = 'http://127.0.0.1/back';

export interface IssuerKey extends JsonWebKey {
  kid: string;
  alg: string;
  use: string;
}

export function issuerKey(kid: string): IssuerKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
}

/** The OpenID Connect issuer of a company: `oidc-provider` in a process of its own, which Jest cannot load. */
export class Issuer {
  private child: ChildProcess | undefined;
  private errors = '';

  private constructor(private readonly port: number) {}

  /** @param keys the first one signs */
  static async start(keys: IssuerKey[]): Promise<Issuer> {
    const issuer = new Issuer(await freePort());
    await issuer.resume(keys);
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the process again after `stop`. */
  async resume(keys: IssuerKey[]): Promise<void> {
    this.errors = '';
    this.child = fork(program, [String(this.port), secret], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (chunk) => (this.errors += String(chunk)));
    await this.use(keys);
  }

  /** Signs with other keys from now on, and publishes only them. */
  async use(keys: IssuerKey[]): Promise<void> {
    if (!this.child) throw new Error('The issuer is stopped');
    const ended = once(this.child, 'exit').then(() =>
      Promise.reject(new Error(`The issuer has ended: ${this.errors}`)),
    );
    const ready = once(this.child, 'message');
    this.child.send(keys);
    await Promise.race([ready, ended]);
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** An application token, by client credentials. */
  clientToken(client: string, scope: string, resource: string): Promise<string> {
    return this.token(client, { grant_type: 'client_credentials', scope, resource });
  }

  /** A user token, by a sign-in over the pages of the issuer. */
  async userToken(user: string, resource: string): Promise<string> {
    const browser = new Browser();
    const query = {
      response_type: 'code',
      client_id: 'web',
      redirect_uri: redirectUri,
      scope: 'openid read',
      resource,
    };
    const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    const form = await browser.follow(`${this.url}/auth?${new URLSearchParams({ ...query, ...pkce }).toString()}`);
    const consent = await browser.follow(form, { prompt: 'login', login: user, password: 'any' });
    const back = await browser.follow(consent, { prompt: 'consent' });
    const code = new URL(back).searchParams.get('code') ?? '';
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    return this.token('web', { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier });
  }

  private async token(client: string, form: Record<string, string>): Promise<string> {
    const headers = { Authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` };
    const response = await fetch(`${this.url}/token`, { method: 'POST', headers, body: new URLSearchParams(form) });
    const body = (await response.json()) as { access_token?: string };
    if (body.access_token === undefined) throw new Error(JSON.stringify(body));
    return body.access_token;
  }
}

/** Follows redirects with cookies, until a page or the redirect of the client. */
class Browser {
  private readonly cookies = new Map<string, string>();

  /** @returns the last address */
  async follow(address: string, form?: Record<string, string>): Promise<string> {
    if (address.startsWith(redirectUri)) return address;
    const headers = { Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') };
    const sent = form && { method: 'POST', body: new URLSearchParams(form) };
    const response = await fetch(address, { redirect: 'manual', headers, ...sent });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      this.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return location === null ? address : this.follow(new URL(location, address).href);
  }
}
