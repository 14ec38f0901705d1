import { type Request } from 'express';
import { parseQuery, type QueryPair } from '../../http/request/query-string.js';
import { isStorable } from '../../http/request/storable.js';

/** A request to the token endpoint or to those beside it: its parameters without empty ones, the client's credentials among them. */
export type TokenRequest = Record<string, string>;

/** Why a token request cannot be read (RFC 6749, section 5.2: `invalid_request`). */
export class TokenRequestError extends Error {}

const credentials = ['client_id', 'client_secret'];

/** What old clients send in the query; passwords of people and tokens stay out of addresses, which are logged on the way. */
const inQuery = [...credentials, 'grant_type', 'scope'];

/**
 * Reads a token request. Tolerates what real clients send: no Content-Type, empty parameters, ones that nobody knows,
 * scopes separated by commas.
 *
 * @param body the body as text
 * @param queryCredentials whether client credentials may stand in the query
 * @throws TokenRequestError naming the parameter at fault
 */
export function readTokenRequest(request: Request, body: string, queryCredentials: boolean): TokenRequest {
  const parameters = new Map<string, string>();
  const fromQuery = queryCredentials ? pairsOf(request.originalUrl).filter(([name]) => inQuery.includes(name)) : [];
  for (const [name, value] of [...pairsOf(`?${body}`), ...fromQuery]) {
    if (value === '') continue;
    if (parameters.has(name)) throw new TokenRequestError(`The parameter ${name} stands more than once`);
    parameters.set(name, value);
  }
  const basic = readBasic(request.headers.authorization);
  if (basic) {
    if (parameters.has('client_secret')) throw new TokenRequestError('The client authenticates in more than one way');
    const named = parameters.get('client_id') ?? basic[0];
    if (named !== basic[0]) throw new TokenRequestError('The client names itself in two ways');
    credentials.forEach((name, at) => parameters.set(name, basic[at] ?? ''));
  }
  const scopes =
    parameters
      .get('scope')
      ?.split(/[\s,]+/)
      .filter(Boolean) ?? [];
  if (scopes.length > 0) parameters.set('scope', scopes.join(' '));
  else parameters.delete('scope');
  return Object.fromEntries(parameters);
}

function pairsOf(text: string): readonly QueryPair[] {
  const { pairs, broken } = parseQuery(text);
  const unreadable = broken[0]?.[0] ?? pairs.find(([name, value]) => !isStorable(name + value))?.[0];
  if (unreadable !== undefined)
    throw new TokenRequestError(`The parameter ${JSON.stringify(unreadable)} cannot be read`);
  return pairs;
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are put together; many clients leave that out. */
function readBasic(header: string | undefined): [id: string, secret: string] | undefined {
  if (header === undefined || !/^basic( |$)/i.test(header)) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0 || !isStorable(text)) throw new TokenRequestError('The Basic credentials cannot be read');
  return [formDecode(text.slice(0, colon)), formDecode(text.slice(colon + 1))];
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
