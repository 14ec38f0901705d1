import { type ProblemDocument, type ProblemFault } from './problem-schema.js';

/** Where the pages of problems are: one for each code, and a list of all. */
export const PROBLEM_PAGES = '/docs/problems';

/**
 * Every problem that the service can answer with: its code (stable, for programs), its status and its title.
 * `type` in a problem document is the address of the page that explains it (RFC 9457).
 */
export const problems = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  invalid_parameter: { status: 400, title: 'A parameter is invalid' },
  authorization_invalid: { status: 400, title: 'The authorization request cannot be answered' },
  ambiguous_token: { status: 400, title: 'The access token was sent in more than one way' },
  token_missing: { status: 401, title: 'An access token is needed' },
  token_invalid: { status: 401, title: 'The access token is not valid' },
  token_kind: { status: 403, title: 'Another kind of access token is needed' },
  insufficient_scope: { status: 403, title: 'The scope of the access token is not enough' },
  route_not_found: { status: 404, title: 'There is nothing at this address' },
  user_not_found: { status: 404, title: 'There is no such user' },
  not_following: { status: 404, title: 'The user does not follow that user' },
  email_not_found: { status: 404, title: 'No user has this e-mail address' },
  place_not_found: { status: 404, title: 'There is no such place' },
  review_not_found: { status: 404, title: 'There is no such review' },
  category_not_found: { status: 404, title: 'There is no such category' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'No acceptable format' },
  address_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'The body is of another type than is taken here' },
  cursor_expired: { status: 410, title: 'The walk is no longer held' },
  too_many_attempts: { status: 429, title: 'Too many attempts have failed' },
  quota_exceeded: { status: 429, title: 'The quota of the client is used up' },
  header_too_large: { status: 431, title: 'The request line and headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  overloaded: { status: 503, title: 'Too much is asked at once' },
  search_unavailable: { status: 503, title: 'Search is not available at the moment' },
  database_unavailable: { status: 503, title: 'The directory is not available at the moment' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

export type { ProblemFault };

/** What a problem carries beside its code and its detail. */
export interface ProblemExtras {
  /** All faults of the input; without one, `errors` holds the detail as its only reason. */
  errors?: ProblemFault[];
  /** How many faults there are beyond those of `errors`. */
  omittedCount?: number;
  /** Response headers, such as `WWW-Authenticate`. */
  headers?: Record<string, string>;
}

/** A failure that the caller is told of. Nothing of `cause` ever leaves the service. */
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

/** All faults of the parameters of one request (design: all at once, not the first). */
export function invalidParameters(found: ProblemFault[]): ProblemError {
  const faults = found.slice(0, maxFaults).map((fault) => ({
    ...fault,
    reason: echo(fault.reason, maxReasonLength),
    ...(fault.parameter !== undefined && { parameter: echo(fault.parameter) }),
    ...(fault.value !== undefined && { value: echo(fault.value) }),
  }));
  const names = [...new Set(faults.map((fault) => fault.parameter ?? 'request'))];
  const detail = faults.length === 1 ? describe(faults[0]) : `${found.length} faults: ${names.join(', ')}.`;
  return new ProblemError('invalid_parameter', detail, { errors: faults, omittedCount: found.length - faults.length });
}

function describe(fault: ProblemFault | undefined): string {
  if (!fault) return 'A parameter is invalid.';
  return fault.parameter === undefined ? fault.reason : `${fault.parameter}: ${fault.reason}`;
}

function presentFault({ parameter, value, reason, allowed, suggestion }: ProblemFault): ProblemFault {
  return { parameter, value, reason, allowed, suggestion };
}

/** A name of the caller's as the detail of a problem repeats it. */
export function quoted(text: string): string {
  return JSON.stringify(echo(text));
}

const maxEchoedLength = 200;
/** A syntax error repeats a part of the filter with a caret below it. */
const maxReasonLength = 1000;
/** More never fit a body. */
const maxFaults = 50;

/** A text of the caller as a problem repeats it: storable, and not at any length. */
function echo(text: string, longest = maxEchoedLength): string {
  const clean = text.replaceAll('\0', '\u{FFFD}').toWellFormed();
  return clean.length > longest ? `${clean.slice(0, longest).toWellFormed()}…` : clean;
}

/**
 * How a problem is named and numbered for its caller: RFC 9457 members in the order of the RFC, ours after them.
 *
 * @param baseUrl absolute, so that `type` is an address that can be opened
 */
export function problemDocument(error: ProblemError, baseUrl: string, requestId: string): ProblemDocument {
  return {
    type: `${baseUrl}${PROBLEM_PAGES}/${error.code}`,
    title: problems[error.code].title,
    status: error.status,
    detail: error.detail,
    instance: `urn:request:${requestId}`,
    code: error.code,
    errors: (error.extras.errors ?? [{ reason: error.detail }]).map(presentFault),
  };
}
