import { type IncomingMessage } from 'node:http';
import { type Environment } from '../config/environment.js';

/** Longer addresses and headers rarely come twice, and cost memory. */
const longest = 4096;

/** Where the key of a request is kept on its way: what comes after changes its headers. */
const KEY = Symbol('KEY');

type Keyed = IncomingMessage & { [KEY]?: string };

/** What decides what a request is answered, beside its address and who asks. */
const deciding = ['accept', 'accept-encoding', 'prefer', 'origin', 'host'] as const;

/** What else could: headers of a proxy, from which links are made unless `PUBLIC_URL` says what they begin with. */
const forwarded = ['x-forwarded-host', 'x-forwarded-proto'] as const;

/** Works out what the answer of a request depends on: its address, and all headers that change an answer. */
export class CacheKeys {
  private readonly believesForwarded: boolean;
  private readonly isOn: boolean;

  constructor(environment: Pick<Environment, 'PUBLIC_URL' | 'TRUST_PROXY' | 'ACCESS_TOKEN_IN_QUERY'>) {
    this.believesForwarded = environment.TRUST_PROXY !== false && environment.PUBLIC_URL === undefined;
    // A token in the address makes every caller's a different one.
    this.isOn = !environment.ACCESS_TOKEN_IN_QUERY;
  }

  /** Gives a request its key, unless its answer is not to be kept. Once, before anything else sees the request. */
  give(request: IncomingMessage): string | undefined {
    const { headers, url = '' } = request;
    if (!this.isOn || hostsOf(request) !== 1) return undefined;
    let key = '';
    for (const name of deciding) key += `${String(headers[name] ?? '')}\n`;
    if (this.believesForwarded) {
      for (const name of forwarded) key += `${String(headers[name] ?? '')}\n`;
      // Only some of the peers may be believed.
      key += `${request.socket.remoteAddress ?? ''}\n`;
    }
    key += url;
    if (key.length > longest) return undefined;
    (request as Keyed)[KEY] = key;
    return key;
  }
}

/** The key that a request was given. */
export function keyOf(request: IncomingMessage): string | undefined {
  return (request as Keyed)[KEY];
}

/** More than one is refused on the way (RFC 9112, section 3.2). */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
