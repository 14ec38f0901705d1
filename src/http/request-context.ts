import { randomUUID } from 'node:crypto';
import { type NextFunction, type Request, type Response } from 'express';
import { type Environment } from '../config/environment.js';
import { type Format, negotiate } from './format.js';
import { parseQuery, type ParsedQuery } from './query-string.js';

/** What every answer needs to know of its request, worked out once. */
export interface RequestContext {
  /** `X-Request-Id`: the caller's when it is sane, else one of ours. */
  id: string;
  /** Scheme and host (and path prefix) that links begin with. */
  baseUrl: string;
  /** The path as it was sent, still encoded, with a trailing slash when it had one. */
  path: string;
  query: ParsedQuery;
  format: Format;
  acceptable: boolean;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

const saneRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

/** The middleware that stands before everything else. */
export function requestContext(environment: Pick<Environment, 'PUBLIC_URL'>) {
  return (request: Request, response: Response, next: NextFunction): void => {
    // HTTP/1.0 knows no `Host`; links need one.
    request.headers.host ??= 'localhost';
    request.url = request.originalUrl = originForm(request.url);
    const query = parseQuery(request.url);
    const sentId = request.get('x-request-id');
    const mark = request.url.indexOf('?');
    request.context = {
      id: sentId !== undefined && saneRequestId.test(sentId) ? sentId : randomUUID(),
      baseUrl: environment.PUBLIC_URL ?? `${request.protocol}://${request.host}`,
      path: mark < 0 ? request.url : request.url.slice(0, mark),
      query,
      ...negotiate(query.pairs, request.get('accept')),
    };
    response.setHeader('X-Request-Id', request.context.id);
    response.setHeader('Vary', 'Accept');
    next();
  };
}

/**
 * The target of a request as path and query (RFC 9112, section 3.2), in the characters of an address: clients also send
 * UTF-8 as it is, which Node hands over as a character for each byte.
 */
function originForm(target: string): string {
  return target
    .replace(/^https?:\/\/[^/?]*/i, '')
    .replace(/^(?!\/)/, '/')
    .replace(/[^\x21\x23-\x3B\x3D\x3F-\x7E]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
