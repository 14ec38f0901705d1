import compression from 'compression';
import { encodingFor } from './packed.js';

/**
 * The middleware that compresses what is not compressed yet, into what kept answers and files come in as well. No other
 * encoding: a file that is kept in all that it is sent in would be compressed anew for each who asks for one more.
 */
export const compressed = compression({
  threshold: 1024,
  filter: (request, response) =>
    encodingFor(request.headers['accept-encoding']) !== undefined && compression.filter(request, response),
});
