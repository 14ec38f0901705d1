import { rootOf, type Configuration } from '../configuration.js';
import { allowOverForms, signOutOverForms } from './forms.js';
import { challengeOf, randomText } from './pkce.js';

interface Tokens {
  readonly access: string;
  readonly refresh?: string;
}

interface Departure {
  readonly state: string;
  readonly verifier: string;
  /** The query of the page URL to restore after sign-in. */
  readonly view: string;
}

/** Why a sign-in failed. */
export type SignInFailure = 'denied' | 'failed' | 'insecure';

/** Retries of the code exchange while the service is unavailable, and the milliseconds between them. */
const ATTEMPTS = 5;
const PAUSE = 1000;

const TOKENS = 'explore.tokens';
const DEPARTURE = 'explore.departure';
/** Set by a sign-out that the service has not confirmed: the next person may be another one. */
const SIGNED_OUT = 'explore.signed-out';

/** The user's session: authorization code flow with PKCE for a public client. Tokens live as long as the tab. */
export class Session {
  private readonly listeners = new Set<() => void>();
  private renewal: Promise<boolean> | undefined;
  /** Counts sign-outs, so that responses of an earlier session are discarded. */
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

  /** Navigates to the sign-in page. @returns the reason if that is not possible */
  async begin(view: string): Promise<SignInFailure | undefined> {
    // Shows the account, and lets people switch it. Otherwise the same person would be signed in again at once.
    const address = await this.depart(view, sessionStorage.getItem(SIGNED_OUT) !== null);
    if (address === undefined) return 'insecure';
    location.assign(address);
    return undefined;
  }

  /** Signs the demonstration account in without leaving the page. */
  async beginDemonstration(view: string): Promise<SignInFailure | undefined> {
    const { demonstration } = this.configuration;
    const address = await this.depart(view, true);
    if (address === undefined) return 'insecure';
    const answer = demonstration && (await allowOverForms(address, demonstration).catch(() => undefined));
    return answer ? this.accept(answer) : 'failed';
  }

  /** @returns the address of the sign-in page; undefined if the browser cannot sign people in */
  private async depart(view: string, asksForConsent: boolean): Promise<string | undefined> {
    // Web Crypto, which PKCE needs, exists only in secure contexts.
    if (!isSecureContext) return undefined;
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
      ui_locales: document.documentElement.lang,
      ...(asksForConsent && { prompt: 'consent' }),
    });
    return `${this.oauth}/authorize?${query.toString()}`;
  }

  /** Handles the redirect back from the sign-in page, if this is one, and restores the earlier URL. */
  async finish(): Promise<SignInFailure | undefined> {
    const answer = new URLSearchParams(location.search);
    if (!answer.has('state') || !(answer.has('code') || answer.has('error'))) return undefined;
    return this.accept(answer);
  }

  /** @param answer the parameters of the redirect URI */
  private async accept(answer: URLSearchParams): Promise<SignInFailure | undefined> {
    const departure = JSON.parse(sessionStorage.getItem(DEPARTURE) ?? 'null') as Departure | null;
    sessionStorage.removeItem(DEPARTURE);
    history.replaceState(null, '', location.pathname + (departure?.view ?? ''));
    // Reject an injected code: it would sign the user in to another account (RFC 9700, section 2.1; RFC 9207).
    const isOurs = departure !== null && departure.state === answer.get('state');
    // Navigating back to this URL later finds no code to exchange and keeps the session.
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

  /** Refreshes the token. Concurrent calls share one request. @returns whether a token is available */
  renew(): Promise<boolean> {
    this.renewal ??= this.useRefreshToken().finally(() => {
      this.renewal = undefined;
    });
    return this.renewal;
  }

  /** Whether the session expired without a sign-out. */
  get hasEnded(): boolean {
    return this.ended;
  }

  /** Discards tokens that the service no longer accepts. */
  end(): void {
    this.ended = true;
    this.forget();
  }

  private forget(): void {
    this.endings += 1;
    sessionStorage.removeItem(TOKENS);
    this.tell();
  }

  /** Discards the tokens, and ends them and the session of this browser. @returns whether the service confirmed it */
  async signOut(): Promise<boolean> {
    const { access, refresh } = this.tokens ?? {};
    this.ended = false;
    sessionStorage.setItem(SIGNED_OUT, 'true');
    this.forget();
    // Revoking the refresh token also revokes its access tokens. They may be of another session than that of the cookie.
    const token = refresh ?? access;
    const confirmed = await Promise.all([
      token === undefined || this.giveBack(token),
      signOutOverForms(`${this.oauth}/sign-out`).catch(() => false),
    ]);
    if (!confirmed.every(Boolean)) return false;
    sessionStorage.removeItem(SIGNED_OUT);
    return true;
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
      refresh === undefined ? 'rejected' : await this.redeem({ grant_type: 'refresh_token', refresh_token: refresh });
    if (outcome === 'rejected') this.end();
    return outcome === 'given';
  }

  private async redeem(form: Record<string, string>): Promise<'given' | 'rejected' | 'limited' | 'unavailable'> {
    const { endings } = this;
    try {
      const response = await this.post('token', form);
      // An immediate retry would only prolong the rate limit.
      if (response.status === 429) return 'limited';
      if (!response.ok) return response.status === 400 || response.status === 401 ? 'rejected' : 'unavailable';
      const given = (await response.json()) as { access_token: string; refresh_token?: string };
      if (endings !== this.endings) {
        await this.giveBack(given.refresh_token ?? given.access_token);
        return 'rejected';
      }
      const tokens = { access: given.access_token, ...(given.refresh_token && { refresh: given.refresh_token }) };
      sessionStorage.removeItem(SIGNED_OUT);
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
    // Without this, a 401 with `Basic` makes the browser open its own password dialog.
    return fetch(`${this.oauth}/${endpoint}`, { method: 'POST', body, credentials: 'omit' });
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
