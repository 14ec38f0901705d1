import { formatQuery, type QueryPair } from '../../http/request/query-string.js';

/** Where the response to an authorization request goes. */
export interface ResponseTarget {
  /** Registered for the client. */
  redirectUri: string;
  /** As the client sent it. */
  state?: string;
}

/**
 * The address that takes the browser back to the client (RFC 6749, sections 4.1.2 and 4.1.2.1).
 *
 * @param parameters `code`, or `error` with its description; `state` and `iss` are added
 * @param issuer base address of the service: tells the client which server responds (RFC 9207)
 */
export function responseLocation(
  { redirectUri, state }: ResponseTarget,
  parameters: readonly QueryPair[],
  issuer: string,
): string {
  const stateParameter: readonly QueryPair[] = state === undefined ? [] : [['state', state]];
  return addToQuery(redirectUri, [...parameters, ...stateParameter, ['iss', issuer]]);
}

/** The query that the URI already has stays as it is (RFC 6749, section 3.1.2). */
function addToQuery(uri: string, parameters: readonly QueryPair[]): string {
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return uri + separator + formatQuery(parameters);
}

/** RFC 6749, section 4.1.2.1. */
export type AuthorizationErrorCode =
  'invalid_request' | 'unauthorized_client' | 'access_denied' | 'unsupported_response_type' | 'invalid_scope';

/** The authorization request fails, and a redirect reports that to the client. */
export class AuthorizationError extends Error {
  /** @param description printable ASCII without quotes and backslash, for the developer of the client */
  constructor(
    private readonly target: ResponseTarget,
    private readonly code: AuthorizationErrorCode,
    private readonly description: string,
  ) {
    super(`${code}: ${description}`);
  }

  /** @param issuer base address of the service */
  location(issuer: string): string {
    const parameters = [
      ['error', this.code],
      ['error_description', this.description],
    ] as const;
    return responseLocation(this.target, parameters, issuer);
  }
}
