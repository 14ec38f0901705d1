import { type Request } from 'express';
import { tokenAmbiguous } from './challenges.js';

/**
 * The bearer token of a request (RFC 6750): in `Authorization`, and in the query where that is switched on.
 *
 * @returns undefined when the request carries none
 * @throws ProblemError `ambiguous_token` when it is sent in both ways, or twice in the query
 */
export function readToken(request: Request, inQuery: boolean): string | undefined {
  request.tokenInQuery = inQuery;
  const header = bearerToken(request);
  const tokens = inQuery
    ? request.context.query.pairs.flatMap(([name, value]) => (name === 'access_token' && value !== '' ? [value] : []))
    : [];
  if (header !== undefined) tokens.push(header);
  if (tokens.length > 1) throw tokenAmbiguous();
  return tokens[0];
}

/** The token in `Authorization`. Whatever follows the scheme is meant for one; what is none is found invalid (section 3.1). */
export function bearerToken({ headers }: Pick<Request, 'headers'>): string | undefined {
  return /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trimEnd();
}

declare module 'express-serve-static-core' {
  interface Request {
    /** `access_token` in the query is a known parameter. */
    tokenInQuery?: boolean;
  }
}
