import { type ServerResponse } from 'node:http';
import compressionMiddleware from 'compression';
import { compressionThreshold, type ContentEncoding, encodingFor } from './content-encoding.js';

/**
 * Compresses responses that have no `Content-Encoding` yet. Cached responses and the files of web pages already have one.
 * Only the encodings of `encodingFor`: a file that exists compressed must not be compressed again in another encoding.
 */
export const compression = compressionMiddleware({
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
 * Describes the body that GET would send. Its compressed length is unknown, so `Content-Length` is left out
 * (RFC 9110, section 8.6).
 */
function setHeadersOfHead(response: ServerResponse, encoding: ContentEncoding): void {
  if (!(Number(response.getHeader('Content-Length')) >= compressionThreshold)) return;
  response.removeHeader('Content-Length');
  response.setHeader('Content-Encoding', encoding);
}
