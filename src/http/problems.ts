import { z } from 'zod';

/** The path of the problem pages: a list, and below it one page for each code. */
export const PROBLEM_PAGES = '/docs/problems';

/**
 * All problems by their stable code. The `type` of a problem document is the address of its page (RFC 9457).
 */
export const problems = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  invalid_parameter: { status: 400, title: 'A parameter is invalid' },
  search_too_complex: { status: 400, title: 'The search is too complex' },
  authorization_invalid: { status: 400, title: 'The authorization request is invalid' },
  ambiguous_token: { status: 400, title: 'The access token was sent in more than one way' },
  token_missing: { status: 401, title: 'An access token is needed' },
  token_invalid: { status: 401, title: 'The access token is not valid' },
  token_kind: { status: 403, title: 'The route needs another kind of access token' },
  insufficient_scope: { status: 403, title: 'The scope of the access token is insufficient' },
  route_not_found: { status: 404, title: 'There is nothing at this path' },
  user_not_found: { status: 404, title: 'There is no such user' },
  not_following: { status: 404, title: 'The user does not follow that user' },
  email_not_found: { status: 404, title: 'No user has this e-mail address' },
  place_not_found: { status: 404, title: 'There is no such place' },
  review_not_found: { status: 404, title: 'There is no such review' },
  category_not_found: { status: 404, title: 'There is no such category' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'No acceptable format' },
  address_too_long: { status: 414, title: 'The URL is too long' },
  unsupported_media_type: { status: 415, title: 'The content type of the body is not supported' },
  cursor_expired: { status: 410, title: 'The cursor has expired' },
  too_many_attempts: { status: 429, title: 'Too many failed attempts' },
  too_many_requests: { status: 429, title: 'Too many requests at the same time' },
  quota_exceeded: { status: 429, title: 'The quota of the client is used up' },
  too_many_searches: { status: 429, title: 'Too many searches at the same time' },
  too_many_cursors: { status: 429, title: 'Too many cursor searches are open' },
  header_too_large: { status: 431, title: 'The request line and headers are too large' },
  internal_error: { status: 500, title: 'The service failed unexpectedly' },
  overloaded: { status: 503, title: 'The service is overloaded' },
  search_unavailable: { status: 503, title: 'Search is unavailable' },
  database_unavailable: { status: 503, title: 'The database is unavailable' },
  issuer_unavailable: { status: 503, title: 'The issuer of the access token is unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

/** Optional parts of a problem. */
interface ProblemExtras {
  /** All faults of the request. By default `errors` has one entry, with the detail as its reason. */
  errors?: ProblemFault[];
  /** Response headers, such as `WWW-Authenticate`. */
  headers?: Record<string, string>;
}

/** A failure with a problem document. `cause` is only logged, never sent. */
export class ProblemError extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
    cause?: unknown,
  ) {
    super(`${code}: ${detail}`, { cause });
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/** Whether the process, or the system, has no descriptor left for another connection or file. */
export function isOutOfDescriptors(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // The clients of PostgreSQL and Elasticsearch wrap errors of the system.
  return /\bE[MN]FILE\b/.test(`${'code' in error ? String(error.code) : ''} ${error.message}`);
}

/** Node's errors have codes; some of the PostgreSQL driver's have only messages. */
const connectionFailures =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|timeout|terminated|Connection ended|not queryable/i;

/** Whether PostgreSQL is away, slow, overloaded or read-only. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // 08: connection, 28: authorization, 3D: no such database, 53: insufficient resources, 57: operator intervention. 25006: read-only,
  // as after a failover to a standby. 25P03, 25P04: PostgreSQL ended the connection, because a transaction was idle or took too long.
  // The rest of class 25 are faults of this program, such as a statement after a failed one (25P02).
  return (
    /^(08...|25006|25P0[34]|28...|3D...|53...|57...)$/.test(code) ||
    connectionFailures.test(`${code} ${String(error.message)}`)
  );
}

/** Overload, not a fault: clients have too many connections. */
export function outOfDescriptors(cause: unknown): ProblemError {
  const headers = { 'Retry-After': '1' };
  const detail = 'The service has too many connections. Retry after 1 second.';
  return new ProblemError('overloaded', detail, { headers }, cause);
}

/** One problem with the faults of a request, so that clients can fix them at once. */
export function invalidParameters(found: ProblemFault[]): ProblemError {
  const faults = found.slice(0, maxFaults).map(shortenFault);
  const names = [...new Set(faults.map((fault) => fault.parameter ?? 'request'))];
  const detail = faults.length === 1 ? describe(faults[0]) : `${found.length} faults: ${names.join(', ')}.`;
  const omitted = found.length - faults.length;
  const errors = omitted > 0 ? [...faults, { reason: `${omitted} more faults are not listed` }] : faults;
  return new ProblemError('invalid_parameter', detail, { errors });
}

function describe(fault: ProblemFault | undefined): string {
  if (!fault) return 'A parameter is invalid.';
  return fault.parameter === undefined ? fault.reason : `${fault.parameter}: ${fault.reason}`;
}

/** A suggestion is never cut, because a part of it would be invalid: a long one is left out. */
function shortenFault({ parameter, value, reason, allowed, suggestion }: ProblemFault): ProblemFault {
  return {
    ...(parameter !== undefined && { parameter: shorten(parameter, maxEchoedLength) }),
    ...(value !== undefined && { value: shorten(value, maxEchoedLength) }),
    reason: shorten(reason, maxReasonLength),
    ...(allowed && { allowed }),
    ...(suggestion !== undefined && suggestion.length <= maxSuggestionLength && { suggestion }),
  };
}

/** A text of the client, shortened and in quotes, for the detail of a problem. */
export function quoted(text: string): string {
  return JSON.stringify(shorten(text, maxEchoedLength));
}

/** The caps of a problem document, which repeats parts of the request. Lengths are in UTF-16 code units. */
const maxFaults = 20;

const maxEchoedLength = 200;

/** A syntax error repeats a part of the filter with a caret below it. */
const maxReasonLength = 500;

const maxDetailLength = 1000;

const maxSuggestionLength = 1000;

/** Makes a text safe to repeat: without NUL or half surrogate pairs, and cut after a whole code point. */
function shorten(text: string, maxLength: number): string {
  const clean = text.replaceAll('\0', '\u{FFFD}').toWellFormed();
  return clean.length > maxLength ? `${clean.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…` : clean;
}

/**
 * The document of a problem: the members of RFC 9457 in its order, then `code` and `errors`.
 *
 * @param baseUrl absolute, so that `type` can be opened in a browser
 */
export function problemDocument(error: ProblemError, baseUrl: string, requestId: string): ProblemDocument {
  return {
    type: `${baseUrl}${PROBLEM_PAGES}/${error.code}`,
    title: problems[error.code].title,
    status: error.status,
    detail: shorten(error.detail, maxDetailLength),
    instance: `urn:request:${requestId}`,
    code: error.code,
    errors: (error.extras.errors ?? [{ reason: error.detail }]).map(shortenFault),
  };
}

const fault = z.object({
  parameter: z.string().optional().describe('The parameter at fault, if it is a parameter.'),
  value: z.string().optional().describe('The value that was sent. Long values are cut.'),
  reason: z.string().describe('What is wrong with the value.'),
  allowed: z.array(z.string()).optional().describe('The values that are allowed.'),
  suggestion: z.string().optional().describe('A value that was probably meant.'),
});

/** A problem document (RFC 9457) with the members of this service. */
export const problemSchema = z
  .object({
    type: z.url().describe('The page that explains the problem.'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    instance: z.string().describe('`urn:request:` and the `X-Request-Id` of the response.'),
    code: z.string().describe('A stable code, for programs.'),
    errors: z
      .array(fault)
      .min(1)
      .describe('All faults of the request. If no parameter is at fault, one entry with only a reason.'),
  })
  .meta({ id: 'Problem', description: 'An error response (RFC 9457).' });

export type ProblemDocument = Omit<z.output<typeof problemSchema>, 'errors'> & { errors: ProblemFault[] };

/** One fault of the request: an entry of `errors`. */
export type ProblemFault = Omit<z.output<typeof fault>, 'allowed'> & { allowed?: readonly string[] | undefined };
