import { type ServerResponse } from 'node:http';
import compressionMiddleware from 'compression';
import { type RequestHandler } from 'express';
import Negotiator from 'negotiator';

export type ContentEncoding = 'br' | 'gzip';

/** Bytes from which a body is compressed. Below, compression costs more than it saves. */
export const compressionThreshold = 1024;

/** @types/negotiator describes an older version, without `preferred`. */
type Encodings = (available: string[], options: { preferred: string[] }) => string[];

/** @returns the encoding that `Accept-Encoding` asks for (RFC 9110, section 12.5.3); undefined for none */
export function encodingFor(acceptEncoding: string | undefined): ContentEncoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const encodings = negotiator.encodings.bind(negotiator) as Encodings;
  const [encoding] = encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  return encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
}

const compress = compressionMiddleware({
  threshold: compressionThreshold,
  filter: (request, response) => {
    if (response.hasHeader('Content-Encoding')) return false;
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === undefined || !compressionMiddleware.filter(request, response)) return false;
    request.headers['accept-encoding'] = encoding;
    if (request.method === 'HEAD') setHeadersOfHead(response, encoding);
    return true;
  },
});

/**
 * Compresses responses that have no `Content-Encoding` yet. Cached responses and the files of web pages already have one.
 * `encodingFor` chooses the encoding here too, so that one request always gets the same encoding.
 */
export const compression: RequestHandler = (request, response, next) => {
  // The middleware wraps each response, even if the client accepts no encoding.
  if (encodingFor(request.headers['accept-encoding']) === undefined) next();
  else compress(request, response, next);
};

/**
 * Describes the body that GET would send. Its compressed length is unknown, so `Content-Length` is left out
 * (RFC 9110, section 8.6).
 */
function setHeadersOfHead(response: ServerResponse, encoding: ContentEncoding): void {
  if (!(Number(response.getHeader('Content-Length')) >= compressionThreshold)) return;
  response.removeHeader('Content-Length');
  response.setHeader('Content-Encoding', encoding);
}
