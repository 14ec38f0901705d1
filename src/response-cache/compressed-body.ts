import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

/** Bytes below which compression costs more than it spares. */
export const threshold = 1024;

/** A body as it travels. */
export interface Packed {
  body: Buffer;
  encoding?: PackedEncoding;
}

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // The best of brotli takes a hundred times as long for a tenth less.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** The types of the package are those of its version before, which knew no preference. */
type Encodings = (available: string[], options: { preferred: string[] }) => string[];

export type PackedEncoding = keyof typeof compress;

/** The encoding that `Accept-Encoding` asks for; undefined for none (RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string | undefined): PackedEncoding | undefined {
  if (accepted === undefined) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const encodings = negotiator.encodings.bind(negotiator) as Encodings;
  const [encoding] = encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  return encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
}

/** Compresses a body once for all who will get it, as `Accept-Encoding` asks. */
export async function packed(content: string | Buffer, accepted: string | undefined): Promise<Packed> {
  const body = own(Buffer.from(content));
  const encoding = body.length < threshold ? undefined : encodingFor(accepted);
  if (encoding === undefined) return { body };
  return { body: own(await compress[encoding](body)), encoding };
}

/** In memory of its own: a small buffer is a part of a larger one, all of which would be kept with it. */
function own(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
