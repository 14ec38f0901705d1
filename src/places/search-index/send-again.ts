import { errors, type TransportRequestOptions } from '@elastic/elasticsearch';

/**
 * Sends a short request, and once more if there is no response within `firstMs`: its connection may have died without a sign.
 * The client leaves such connections at the first time-out.
 *
 * @param send sends the request with a time-out; for requests that may be sent twice
 */
export async function sendAgain<T>(
  send: (options: TransportRequestOptions) => Promise<T>,
  { firstMs, secondMs }: { firstMs: number; secondMs: number },
): Promise<T> {
  try {
    return await send({ requestTimeout: firstMs });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return send({ requestTimeout: secondMs });
  }
}
