import { type Session } from '../auth/session.js';
import { inLanguage } from '../view/search-request.js';
import { type Language } from '../view/view.js';
import { type Exchange, type Format, mediaTypes } from './exchange.js';
import { type Link } from './records.js';
import { readProblem, unreachable } from './problem.js';

const KEPT = 12;

/** Sends requests with the user's token and records them for the request panel. */
export class Api {
  private readonly listeners = new Set<(exchanges: readonly Exchange[]) => void>();
  private exchanges: readonly Exchange[] = [];
  private count = 0;

  /**
   * @param baseUrl base address of the links in responses
   * @param root the same base on the page's origin
   * @param language of the names of places
   */
  constructor(
    private readonly session: Session,
    private readonly baseUrl: string,
    private readonly root: string,
    private readonly language: Language,
  ) {}

  /** The path of a link from a response. */
  pathOf(link: Link | string): string {
    const { uri = '' } = typeof link === 'string' ? { uri: link } : link;
    return uri.startsWith(`${this.baseUrl}/`) ? uri.slice(this.baseUrl.length) : uri;
  }

  /**
   * Sends a GET request and returns its JSON response.
   *
   * @param isRecorded whether the request panel shows it
   * @throws Problem, or the reason of `signal` if it is aborted
   */
  async get<T>(path: string, signal: AbortSignal, isRecorded = true): Promise<T> {
    const exchange = await this.ask(path, 'json', signal);
    if (isRecorded) this.keep(exchange);
    if (exchange.status === 0) throw unreachable();
    if (exchange.status !== 200) throw readProblem(responseOf(exchange), exchange.body);
    return JSON.parse(exchange.body) as T;
  }

  /**
   * Gets the body of a map tile. Not recorded: a map asks for dozens of tiles with each move.
   *
   * @returns undefined for 204
   * @throws Error for other responses than 200 and 204, or the reason of `signal` if it is aborted
   */
  async tile(path: string, signal: AbortSignal): Promise<ArrayBuffer | undefined> {
    const get = (): Promise<Response> =>
      fetch(`${this.root}${inLanguage(path, this.language)}`, { headers: this.authorization, signal });
    let response = await get();
    if (response.status === 401 && (await this.session.renew())) response = await get();
    if (response.status === 204) return undefined;
    if (!response.ok) throw new Error(`The tile is not there: ${response.status}`);
    return response.arrayBuffer();
  }

  /** Repeats a request in another format, for display only. */
  async again({ url }: Exchange, format: Format, signal: AbortSignal): Promise<Exchange> {
    const path = url.slice(location.origin.length + this.root.length);
    const [before = '', query = ''] = path.split('?');
    const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('wt='));
    return this.ask(`${before}?${[...others, `wt=${format}`].join('&')}`, format, signal);
  }

  /** Recent exchanges, newest first. */
  get recent(): readonly Exchange[] {
    return this.exchanges;
  }

  onExchange(listener: (exchanges: readonly Exchange[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async ask(path: string, format: Format, signal: AbortSignal): Promise<Exchange> {
    const first = await this.send(path, format, signal);
    // The token may have expired while the page was open. Refresh it once and retry.
    if (first.status !== 401 || !(await this.session.renew())) return first;
    signal.throwIfAborted();
    const second = await this.send(path, format, signal);
    if (second.status === 401) this.session.end();
    return second;
  }

  private async send(path: string, format: Format, signal: AbortSignal): Promise<Exchange> {
    const url = `${location.origin}${this.root}${inLanguage(path, this.language)}`;
    const began = performance.now();
    const exchange = (rest: Pick<Exchange, 'status' | 'headers' | 'body'>): Exchange => ({
      number: (this.count += 1),
      url,
      format,
      milliseconds: Math.round(performance.now() - began),
      ...rest,
    });
    try {
      const headers = { ...this.authorization, Accept: mediaTypes[format] };
      const response = await fetch(url, { headers, signal });
      const body = await response.text();
      return exchange({ status: response.status, headers: [...response.headers], body });
    } catch (error) {
      if (signal.aborted) throw error;
      return exchange({ status: 0, headers: [], body: '' });
    }
  }

  private get authorization(): Record<string, string> {
    return { Authorization: `Bearer ${this.session.token ?? ''}` };
  }

  private keep(exchange: Exchange): void {
    this.exchanges = [exchange, ...this.exchanges].slice(0, KEPT);
    for (const listener of this.listeners) listener(this.exchanges);
  }
}

function responseOf({ status, headers }: Exchange): Pick<Response, 'status' | 'headers'> {
  return { status, headers: new Headers(headers.map(([name, value]): [string, string] => [name, value])) };
}
