/**
 * The target of a request as path and query (RFC 9112, section 3.2). Node accepts some characters that no URL may contain.
 * They are percent-encoded here, because links repeat the path: `>` would end a link in the `Link` header, and clients do
 * not send what follows a `#`.
 */
export function originForm(target: string): string {
  if (/^\/[^"#<>\\^`{|}]*$/.test(target)) return target;
  return target
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/^(?!\/)/, '/')
    .replace(/["#<>\\^`{|}]/g, encodeURIComponent);
}

/** The percent-encoded path of a target, without scheme, host and query. */
export function pathOf(target: string): string {
  return withoutQuery(originForm(target));
}

/** Removes `BASE_PATH` from the beginning. A target without it stays, as a proxy may have removed it. */
export function withoutBasePath(target: string, basePath: string): string {
  const rest = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : target;
}

/** @param target path and query */
export function withoutQuery(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** A parameter of the query string, decoded, in the order of the request. */
export type QueryPair = readonly [name: string, value: string];

/** The parameters of a query. `broken` are those that cannot be decoded, as the client sent them. */
export interface ParsedQuery {
  pairs: QueryPair[];
  broken: QueryPair[];
}

/**
 * Decodes a query string strictly (WHATWG form encoding: `+` is a space). Common parsers put replacement characters in
 * place of broken percent-encoding, and a search for them would silently find nothing. Empty parts are skipped, because
 * old clients send `?&`.
 */
export function parseQuery(url: string): ParsedQuery {
  const parsed: ParsedQuery = { pairs: [], broken: [] };
  const mark = url.indexOf('?');
  if (mark < 0) return parsed;
  for (const part of url.slice(mark + 1).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const raw: QueryPair = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
    try {
      parsed.pairs.push([decode(raw[0]), decode(raw[1])]);
    } catch {
      parsed.broken.push(raw);
    }
  }
  return parsed;
}

/** Percent-encodes parameters (RFC 3986). */
export function formatQuery(pairs: readonly QueryPair[]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** Like `formatQuery`, but leaves characters as they are that a query may contain. The result is shorter. */
export function formatReadableQuery(pairs: readonly QueryPair[]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeShort(value)}`).join('&');
}

function encodeShort(value: string): string {
  return encodeURIComponent(value)
    .replaceAll('%20', '+')
    .replace(/%(24|2C|2F|3A|3B|3D|3F|40|5B|5D)/g, decodeURIComponent);
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** Whether a path is for operators (probes, Prometheus), not for clients of the API. */
export function isForOperators(path: string): boolean {
  return /^\/(health|metrics)(\/|$)/i.test(path);
}

/** Whether a path is that of the metrics. They are large, and no load is shed there. */
export function isMetrics(path: string): boolean {
  return /^\/metrics(\/|$)/i.test(path);
}

/** All addresses of the authorization server. */
export const oauthPaths = /^\/v2\/oauth(?=\/|$)/i;

/**
 * The pages of the authorization server, which use cookies. They must not support CORS (RFC 9700, section 2.6): browsers navigate
 * there, scripts of other origins never call them.
 */
export const signInPages = /^\/v2\/oauth\/(?:authorize|account|sign-out)(?=\/|$)/i;

/** The other addresses of the authorization server, which programs call. */
export const oauthEndpoints = new RegExp(`(?!${signInPages.source})${oauthPaths.source}`, 'i');
