import { type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compressionMiddleware from 'compression';
import { type RequestHandler } from 'express';
import Negotiator from 'negotiator';

export type ContentEncoding = 'br' | 'gzip';

/** Bytes from which a body is compressed. Below, compression costs more than it saves. */
const compressionThreshold = 1024;

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

export interface CompressedBody {
  body: Buffer;
  /** Undefined if the body is not compressed. */
  encoding?: ContentEncoding;
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // The highest quality takes a hundred times as long and saves a tenth.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Compresses a body according to `Accept-Encoding`, unless the body is small. */
export async function compressBody(
  content: string | Buffer,
  acceptEncoding: string | undefined,
): Promise<CompressedBody> {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const encoding = body.length < compressionThreshold ? undefined : encodingFor(acceptEncoding);
  if (encoding === undefined) return { body: copyOf(body) };
  return { body: copyOf(await compressors[encoding](body)), encoding };
}

/** Copies out of the shared pool of Node: a cached slice would retain the whole pool. */
function copyOf(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
