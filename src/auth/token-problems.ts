import { ProblemError } from '../http/problems.js';
import { type TokenKind } from './access.js';

const realm = 'Bearer realm="place-directory"';

const kindNames: Record<TokenKind, string> = {
  application: 'an application token',
  user: 'a user token',
  trusted: 'a token of a trusted client with the scope trust',
};

/** RFC 6750 section 3.1: a request without a token gets a challenge without an error code. */
export function missingToken(): ProblemError {
  return new ProblemError('token_missing', 'Send Authorization: Bearer <ACCESS_TOKEN>.', challenge());
}

/** @param detail printable ASCII without quotes and backslash (RFC 6750 section 3) */
export function invalidToken(detail = 'The access token is unknown, expired or revoked.'): ProblemError {
  return new ProblemError('token_invalid', detail, challenge('invalid_token', detail));
}

/** RFC 6750 section 3.1: the token was sent in more than one way. */
export function ambiguousToken(): ProblemError {
  const detail = 'Send the access token once: in Authorization or in the query.';
  return new ProblemError('ambiguous_token', detail, {
    ...challenge('invalid_request', detail),
    errors: [
      { parameter: 'access_token', reason: 'was sent in more than one way', allowed: ['Authorization: Bearer'] },
    ],
  });
}

export function wrongTokenKind(accepted: readonly TokenKind[]): ProblemError {
  const detail = `This path needs ${accepted.map((kind) => kindNames[kind]).join(' or ')}.`;
  return new ProblemError('token_kind', detail, challenge('insufficient_scope', detail));
}

/** RFC 6750 section 3.1: the challenge names the required scope. */
export function missingScope(scope: string): ProblemError {
  const detail = `This path needs a token with the scope ${scope}.`;
  return new ProblemError('insufficient_scope', detail, challenge('insufficient_scope', detail, scope));
}

/** Seconds until the keys of the issuer are read again after a failure, or for another unknown key. */
export const retrySeconds = 5;

/** Whether the token is valid is not known, so this is no 401. */
export function issuerUnavailable(cause: unknown): ProblemError {
  const detail = `The keys of the issuer of the access token cannot be read now. Retry after ${retrySeconds} seconds.`;
  return new ProblemError('issuer_unavailable', detail, { headers: { 'Retry-After': String(retrySeconds) } }, cause);
}

function challenge(error?: string, description?: string, scope?: string): { headers: Record<string, string> } {
  const parts = [realm];
  if (error !== undefined) parts.push(`error="${error}"`, `error_description="${description ?? ''}"`);
  if (scope !== undefined) parts.push(`scope="${scope}"`);
  return { headers: { 'WWW-Authenticate': parts.join(', ') } };
}
