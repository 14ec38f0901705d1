import { type IncomingMessage } from 'node:http';
import { tokenAmbiguous } from './challenges.js';

/**
 * Reads the bearer token of a request (RFC 6750) from `Authorization`, or from `access_token` in the query.
 *
 * @param inQuery whether the query may hold the token
 * @returns undefined if the request has no token
 * @throws ProblemError `ambiguous_token` if the request has more than one token
 */
export function tokenFromRequest(
  request: Pick<IncomingMessage, 'headers' | 'context'>,
  inQuery: boolean,
): string | undefined {
  const header = tokenFromHeader(request);
  const tokens = inQuery
    ? request.context.query.pairs.flatMap(([name, value]) => (name === 'access_token' && value !== '' ? [value] : []))
    : [];
  if (header !== undefined) tokens.push(header);
  if (tokens.length > 1) throw tokenAmbiguous();
  return tokens[0];
}

/** The token in `Authorization`: all that follows the scheme. Malformed text is not rejected here: no such token is found. */
export function tokenFromHeader({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trimEnd();
}
