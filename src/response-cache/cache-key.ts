import { type IncomingMessage } from 'node:http';
import { type Environment } from '../config/environment.js';

/** Requests with longer keys rarely repeat, and cost memory. */
const maxKeyLength = 4096;

const KEY = Symbol('KEY');

type KeyedRequest = IncomingMessage & { [KEY]?: string };

/** Headers that change a response. */
const keyHeaders = ['accept', 'accept-encoding', 'prefer', 'origin', 'host'] as const;

/** Headers that change the links of a response if `PUBLIC_URL` is not set and the proxy is trusted. */
const proxyHeaders = ['x-forwarded-host', 'x-forwarded-proto'] as const;

/** Computes cache keys. The key holds all that a response depends on, apart from the data and the client's access. */
export class CacheKeys {
  private readonly usesProxyHeaders: boolean;
  private readonly isOn: boolean;

  constructor(environment: Pick<Environment, 'PUBLIC_URL' | 'TRUST_PROXY' | 'ACCESS_TOKEN_IN_QUERY'>) {
    this.usesProxyHeaders = environment.TRUST_PROXY !== false && environment.PUBLIC_URL === undefined;
    // With the token in the URL, no two clients would share a key.
    this.isOn = !environment.ACCESS_TOKEN_IN_QUERY;
  }

  /**
   * Computes the key and stores it on the request for `cacheKeyOf`. Call it before Express, whose middleware changes
   * headers that the key contains.
   *
   * @returns undefined if the response must not be cached
   */
  assign(request: IncomingMessage): string | undefined {
    const { headers, url = '' } = request;
    if (!this.isOn || countHosts(request) !== 1) return undefined;
    let key = '';
    for (const name of keyHeaders) key += `${String(headers[name] ?? '')}\n`;
    if (this.usesProxyHeaders) {
      for (const name of proxyHeaders) key += `${String(headers[name] ?? '')}\n`;
      // TRUST_PROXY may trust only some peers.
      key += `${request.socket.remoteAddress ?? ''}\n`;
    }
    key += url;
    if (key.length > maxKeyLength) return undefined;
    (request as KeyedRequest)[KEY] = key;
    return key;
  }
}

/** The key that `CacheKeys.assign` stored. */
export function cacheKeyOf(request: IncomingMessage): string | undefined {
  return (request as KeyedRequest)[KEY];
}

/** A request with several Host headers is rejected later (RFC 9112, section 3.2). */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
