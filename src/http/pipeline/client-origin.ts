import { type IncomingMessage } from 'node:http';

/** Whether the peer with this address may set `X-Forwarded-*`. Express compiles it from its setting `trust proxy`. */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean;

/** @returns the scheme and host that the client used; undefined if the host is not valid */
export function clientOrigin({ headers, socket }: IncomingMessage, trustsProxy: TrustsProxy): string | undefined {
  const protocol = 'encrypted' in socket ? 'https' : 'http';
  if (!trustsProxy(socket.remoteAddress, 0)) return parseOrigin(protocol, headers.host);
  return parseOrigin(
    lastValue(headers['x-forwarded-proto']) ?? protocol,
    lastValue(headers['x-forwarded-host']) ?? headers.host,
  );
}

/** The trusted proxy replaces the header, or appends its own value. Values before the last may be the client's. */
function lastValue(header: string | string[] | undefined): string | undefined {
  const values = String(header ?? '');
  return values.trim() === '' ? undefined : values.split(',').at(-1)?.trim();
}

/** A host name has at most 253 characters (RFC 1035, section 2.3.4). */
const maxHostLength = 253 + ':65535'.length;
const hostAndPort = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Joins scheme and host. Links and headers repeat the host, so any other text there is rejected (RFC 9112, section 3.2).
 *
 * @returns undefined if the scheme is not http or https, or the host is not valid
 */
function parseOrigin(protocol: string, host = ''): string | undefined {
  const origin = `${protocol}://${host}`;
  const isValid = /^https?$/.test(protocol) && host.length <= maxHostLength && hostAndPort.test(host);
  // canParse() rejects ports above 65535 and invalid IP addresses.
  return isValid && URL.canParse(origin) ? origin : undefined;
}
