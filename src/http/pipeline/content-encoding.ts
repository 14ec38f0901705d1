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
