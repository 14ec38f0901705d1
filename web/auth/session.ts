import { rootOf, type Configuration } from '../configuration.js';
import { challengeOf, randomText } from './pkce.js';

interface Tokens {
  readonly access: string;
  readonly refresh?: string;
}

interface Departure {
  readonly state: string;
  readonly verifier: string;
  /** The query of the page's address, to come back to. */
  readonly view: string;
}

/** Why nobody is signed in who wanted to be. */
export type SignInFailure = 'denied' | 'failed' | 'insecure';

/** How often a code is handed in while the service is not available, and how many milliseconds lie between. */
const ATTEMPTS = 5;
const PAUSE = 1000;

const TOKENS = 'explore.tokens';
const DEPARTURE = 'explore.departure';

/** Who uses the page: tokens by the authorization code with PKCE, of a public client, for as long as the tab is open. */
export class Session {
  private readonly listeners = new Set<() => void>();
  private renewal: Promise<boolean> | undefined;
  /** How often tokens were forgotten: what was asked for before is not kept after. */
  private endings = 0;
  private ended = false;
  private readonly oauth: string;

  constructor(private readonly configuration: Configuration) {
    this.oauth = `${rootOf(configuration)}/v2/oauth`;
  }

  get token(): string | undefined {
    return this.tokens?.access;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Leaves for the sign-in page. @returns why that is not possible */
  async begin(view: string): Promise<SignInFailure | undefined> {
    // Browsers give the means of PKCE only to pages that nobody could have changed on the way.
    if (!isSecureContext) return 'insecure';
    const departure: Departure = { state: randomText(), verifier: randomText(), view };
    sessionStorage.setItem(DEPARTURE, JSON.stringify(departure));
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.configuration.clientId ?? '',
      redirect_uri: this.callback,
      scope: 'read',
      state: departure.state,
      code_challenge: await challengeOf(departure.verifier),
      code_challenge_method: 'S256',
    });
    location.assign(`${this.oauth}/authorize?${query.toString()}`);
    return undefined;
  }

  /** Takes what the sign-in page sent along, if this is the way back from there, and restores the address of before. */
  async finish(): Promise<SignInFailure | undefined> {
    const answer = new URLSearchParams(location.search);
    if (!answer.has('state') || !(answer.has('code') || answer.has('error'))) return undefined;
    const departure = JSON.parse(sessionStorage.getItem(DEPARTURE) ?? 'null') as Departure | null;
    sessionStorage.removeItem(DEPARTURE);
    history.replaceState(null, '', location.pathname + (departure?.view ?? ''));
    // Somebody else's code would sign this person in as somebody else (RFC 9700, section 2.1; RFC 9207).
    const isOurs = departure !== null && departure.state === answer.get('state');
    // Going back to this address later finds nothing to redeem: whoever is signed in stays so.
    if (!isOurs) return this.token === undefined ? 'failed' : undefined;
    if (answer.get('iss') !== this.configuration.baseUrl) return 'failed';
    if (answer.has('error')) return answer.get('error') === 'access_denied' ? 'denied' : 'failed';
    const code = answer.get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, redirect_uri: this.callback };
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcome = await this.redeem({ ...form, code_verifier: departure.verifier });
      if (outcome !== 'unavailable') return outcome === 'given' ? undefined : 'failed';
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return 'failed';
  }

  /** Gets the next token; whoever comes meanwhile waits for the same one. @returns whether there is one */
  renew(): Promise<boolean> {
    this.renewal ??= this.useRefreshToken().finally(() => {
      this.renewal = undefined;
    });
    return this.renewal;
  }

  /** Whether the tokens came to their end by themselves. */
  get hasEnded(): boolean {
    return this.ended;
  }

  /** Forgets the tokens, which the service takes no more. */
  end(): void {
    this.ended = true;
    this.forget();
  }

  private forget(): void {
    this.endings += 1;
    sessionStorage.removeItem(TOKENS);
    this.tell();
  }

  /** Gives the tokens back and forgets them. @returns whether the service has taken them back */
  async signOut(): Promise<boolean> {
    const { access, refresh } = this.tokens ?? {};
    this.ended = false;
    this.forget();
    // A refresh token takes the access tokens with it that came of the same consent.
    const token = refresh ?? access;
    return token === undefined || this.giveBack(token);
  }

  private giveBack(token: string): Promise<boolean> {
    return this.post('revoke', { token }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private get callback(): string {
    return `${location.origin}${rootOf(this.configuration)}/explore`;
  }

  private get tokens(): Tokens | undefined {
    const kept = sessionStorage.getItem(TOKENS);
    return kept === null ? undefined : (JSON.parse(kept) as Tokens);
  }

  private async useRefreshToken(): Promise<boolean> {
    const { refresh } = this.tokens ?? {};
    const outcome =
      refresh === undefined ? 'refused' : await this.redeem({ grant_type: 'refresh_token', refresh_token: refresh });
    if (outcome === 'refused') this.end();
    return outcome === 'given';
  }

  private async redeem(form: Record<string, string>): Promise<'given' | 'refused' | 'limited' | 'unavailable'> {
    const { endings } = this;
    try {
      const response = await this.post('token', form);
      // Whoever tries again at once is only told the same for longer.
      if (response.status === 429) return 'limited';
      if (!response.ok) return response.status === 400 || response.status === 401 ? 'refused' : 'unavailable';
      const given = (await response.json()) as { access_token: string; refresh_token?: string };
      if (endings !== this.endings) {
        await this.giveBack(given.refresh_token ?? given.access_token);
        return 'refused';
      }
      const tokens = { access: given.access_token, ...(given.refresh_token && { refresh: given.refresh_token }) };
      sessionStorage.setItem(TOKENS, JSON.stringify(tokens));
      this.ended = false;
      this.tell();
      return 'given';
    } catch {
      return 'unavailable';
    }
  }

  private post(endpoint: string, form: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ client_id: this.configuration.clientId ?? '', ...form });
    // With credentials, a browser that is told 401 `Basic` would ask the person for a password in a dialog of its own.
    return fetch(`${this.oauth}/${endpoint}`, { method: 'POST', body, credentials: 'omit' });
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
