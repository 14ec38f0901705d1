import { type IncomingMessage } from 'node:http';
import { parseOrigin } from './parse-origin.js';

/** Whether the peer with this address may set `X-Forwarded-*`. Express compiles it from its setting `trust proxy`. */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean;

/** @returns the scheme and host that the client used; undefined if the host is not valid */
export function clientOrigin({ headers, socket }: IncomingMessage, trustsProxy: TrustsProxy): string | undefined {
  const protocol = 'encrypted' in socket ? 'https' : 'http';
  if (!trustsProxy(socket.remoteAddress, 0)) return parseOrigin(protocol, headers.host);
  return parseOrigin(
    firstValue(headers['x-forwarded-proto']) ?? protocol,
    firstValue(headers['x-forwarded-host']) ?? headers.host,
  );
}

/** Each proxy appends its own value, so the first is the one of the client. */
function firstValue(header: string | string[] | undefined): string | undefined {
  const [first = ''] = String(header ?? '').split(',');
  return first.trim() === '' ? undefined : first.trim();
}
