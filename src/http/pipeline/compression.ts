import { type ServerResponse } from 'node:http';
import compressionMiddleware from 'compression';
import { encodingFor, type PackedEncoding, threshold } from '../../response-cache/compressed-body.js';

/**
 * The middleware that compresses what is not compressed yet, into what kept answers and files come in as well. No other
 * encoding: a file that is kept in all that it is sent in would be compressed anew for each who asks for one more.
 */
export const compression = compressionMiddleware({
  threshold,
  filter: (request, response) => {
    if (response.hasHeader('Content-Encoding')) return false;
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === undefined || !compressionMiddleware.filter(request, response)) return false;
    request.headers['accept-encoding'] = encoding;
    if (request.method === 'HEAD') describe(response, encoding);
    return true;
  },
});

/** Of a body that is not sent, its length compressed is not known, and no other may be told (RFC 9110, section 8.6). */
function describe(response: ServerResponse, encoding: PackedEncoding): void {
  if (!(Number(response.getHeader('Content-Length')) >= threshold)) return;
  response.removeHeader('Content-Length');
  response.setHeader('Content-Encoding', encoding);
}
