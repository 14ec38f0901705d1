import { isDeepStrictEqual } from 'node:util';
import { StartFailure } from '../../../dev/services/start-failure.js';
import { type Target } from '../load/load.js';

/** So many of the answers are compared. */
const compared = 20;

/**
 * Two targets answer their requests alike, pair by pair: who leaves something out is no fair opponent.
 *
 * @throws StartFailure when they do not
 */
export async function mustAnswerAlike(
  [one, other]: readonly [Target, Target],
  read: (body: unknown, target: Target) => unknown = (body) => body,
): Promise<void> {
  for (let at = 0; at < Math.min(compared, one.requests.length); at += 1) {
    const [first, second] = await Promise.all([bodyOf(one, at), bodyOf(other, at)]);
    if (isDeepStrictEqual(read(first, one), read(second, other))) continue;
    const texts = [first, second].map((body) => JSON.stringify(body).slice(0, 1500));
    throw new StartFailure(`${one.requests[at]?.path ?? ''} is answered differently:\n${texts.join('\n')}`);
  }
}

/** Links begin with the address that was asked. */
async function bodyOf({ url, requests, status }: Target, at: number): Promise<unknown> {
  const { method, path, headers, body } = requests[at] ?? { method: 'GET', path: '/', headers: {} };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const text = (await response.text()).replaceAll(url, '');
  if (response.status !== status) throw new StartFailure(`${path} is answered with ${response.status}: ${text}`);
  return JSON.parse(text);
}
