import { isDeepStrictEqual } from 'node:util';
import { StartFailure } from '../../../dev/services/start-failure.js';
import { type Target } from '../load/load.js';

/** The number of compared responses. */
const compared = 20;

/**
 * Checks that two servers send the same responses, so that the comparison is fair.
 *
 * @throws StartFailure if they differ
 */
export async function expectSameResponses([one, other]: readonly [Target, Target]): Promise<void> {
  for (let at = 0; at < Math.min(compared, one.requests.length); at += 1) {
    const [first, second] = await Promise.all([bodyOf(one, at), bodyOf(other, at)]);
    if (isDeepStrictEqual(first, second)) continue;
    const texts = [first, second].map((body) => JSON.stringify(body).slice(0, 1500));
    throw new StartFailure(`The responses to ${one.requests[at]?.path ?? ''} differ:\n${texts.join('\n')}`);
  }
}

/** The body without the server's address, which is in links. */
async function bodyOf({ url, requests, status }: Target, at: number): Promise<unknown> {
  const { method, path, headers, body } = requests[at] ?? { method: 'GET', path: '/', headers: {} };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const text = (await response.text()).replaceAll(url, '');
  if (response.status !== status) throw new StartFailure(`${path} returns ${response.status}: ${text}`);
  return JSON.parse(text);
}
