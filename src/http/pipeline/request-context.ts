import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders } from 'node:http';
import { type NextFunction, type Request, type Response } from 'express';
import { type Environment } from '../../config/environment.js';
import { type Format, negotiate } from '../response/format.js';
import { localAddress } from '../server/local-address.js';
import { type ProblemError } from '../problems/problems.js';
import { parseQuery, type ParsedQuery } from '../request/query-string.js';
import { originForm, withoutQuery } from '../request/request-target.js';
import { parseOrigin } from './parse-origin.js';

/** What every answer needs to know of its request, worked out once. */
export interface RequestContext {
  /** `X-Request-Id`: the caller's when it is sane, else one of ours. */
  id: string;
  /** Scheme and host (and path prefix) that links begin with. */
  baseUrl: string;
  /** Whether the request names a host that links can repeat, where they have to. */
  hostIsSound: boolean;
  /** The path as it was sent, still encoded, with a trailing slash when it had one. */
  path: string;
  query: ParsedQuery;
  format: Format;
  acceptable: boolean;
  /** Where neither of the two formats is read: writes a failure as a page for persons, or as OAuth clients know it. */
  writeFailure?: (problem: ProblemError) => { type: string; body: string };
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

const saneRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's `X-Request-Id` when it is sane, else one of ours (design, section 9, "HTTP"). */
export function requestId({ 'x-request-id': sent }: IncomingHttpHeaders): string {
  return typeof sent === 'string' && saneRequestId.test(sent) ? sent : randomUUID();
}

/** The middleware that stands before everything else. */
export function requestContext(environment: Pick<Environment, 'PUBLIC_URL'>) {
  return (request: Request, response: Response, next: NextFunction): void => {
    // HTTP/1.0 knows no `Host`; links need one.
    request.headers.host ??= new URL(localAddress(request.socket)).host;
    // It speaks to caches on the way. Express would answer 200 instead of 304, and fetch sends it with If-None-Match.
    delete request.headers['cache-control'];
    request.url = request.originalUrl = originForm(request.url);
    const query = parseQuery(request.url);
    const origin = environment.PUBLIC_URL ?? parseOrigin(request.protocol, request.host);
    request.context = {
      id: requestId(request.headers),
      baseUrl: origin ?? localAddress(request.socket),
      hostIsSound: origin !== undefined,
      path: withoutQuery(request.url),
      query,
      ...negotiate(query.pairs, request.get('accept')),
    };
    response.setHeader('X-Request-Id', request.context.id);
    // On every answer alike: a 304 must say what the 200 says, and the compression would leave it out there.
    response.setHeader('Vary', 'Accept, Accept-Encoding, Prefer');
    next();
  };
}
