import { startTcpProxy } from '../../../test/support/tcp-proxy.js';
import { median } from '../../statistics.js';
import { type Services, variants } from './services.js';
import { type World } from './world.js';

interface CountedRequest {
  readonly name: string;
  readonly path: string;
  readonly isTrusted: boolean;
}

/** Odd, and large enough that background statements of the service do not change the median. */
const attempts = 21;

/** @returns the median number of round trips to PostgreSQL of each request with a cached token, by name */
export async function countRoundTrips(
  requests: readonly CountedRequest[],
  { env }: World,
  services: Services,
): Promise<Map<string, number>> {
  let count = 0;
  const proxy = await startTcpProxy(env.DATABASE_URL, (client) => {
    // The service waits for a response to each simple query and to each Sync of the extended protocol.
    const read = messageReader((type) => (count += type === 'Q' || type === 'S' ? 1 : 0));
    client.on('data', read);
  });
  try {
    const { service, stop } = await services.startAlone({ ...env, ...variants.withoutCache, DATABASE_URL: proxy.url });
    const medians = new Map<string, number>();
    for (const { name, path, isTrusted } of requests) {
      const headers = { authorization: `Bearer ${isTrusted ? service.trusted : service.token}` };
      const counts: number[] = [];
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        count = 0;
        await (await fetch(`${service.url}${path}`, { headers })).arrayBuffer();
        counts.push(count);
      }
      medians.set(name, median(counts));
    }
    await stop();
    return medians;
  } finally {
    proxy.disconnect();
  }
}

/** Reads the types of the messages of a client. The first message has no type, only a length. */
function messageReader(onMessage: (type: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const typeLength = isFirst ? 0 : 1;
      if (rest.length < typeLength + 4) return;
      const length = typeLength + rest.readInt32BE(typeLength);
      if (rest.length < length) return;
      if (!isFirst) onMessage(String.fromCharCode(rest[0] ?? 0));
      isFirst = false;
      rest = rest.subarray(length);
    }
  };
}
