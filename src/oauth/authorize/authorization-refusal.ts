import { withAnswer } from './redirect-address.js';

/** The errors that a client is told by a redirect (RFC 6749, section 4.1.2.1). */
export type RefusalCode =
  'invalid_request' | 'unauthorized_client' | 'access_denied' | 'unsupported_response_type' | 'invalid_scope';

/** A client does not get what it asks for, and is told so at its own address, which is known to be good. */
export class AuthorizationRefusal extends Error {
  /** @param description printable ASCII without quotes and backslash, for the developer of the client */
  constructor(
    readonly to: { redirectUri: string; state?: string },
    readonly code: RefusalCode,
    readonly description: string,
  ) {
    super(`${code}: ${description}`);
  }

  /** @param issuer RFC 9207: tells the client which server answers */
  location(issuer: string): string {
    const { redirectUri, state } = this.to;
    return withAnswer(redirectUri, [
      ['error', this.code],
      ['error_description', this.description],
      ...(state === undefined ? [] : [['state', state] as const]),
      ['iss', issuer],
    ]);
  }
}
