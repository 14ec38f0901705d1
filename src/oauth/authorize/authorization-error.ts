import { responseLocation, type ResponseTarget } from './authorization-response.js';

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
