import { Agent, request } from 'node:http';

/** One connection for all requests, so that no time for connecting is measured. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export interface Question {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; without it the request is a GET. */
  readonly body?: unknown;
}

/** Sends a request and reads the whole response. @returns the time in milliseconds */
export async function timed({ url, headers = {}, body }: Question): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const begun = performance.now();
  await new Promise<void>((resolve, reject) => {
    const method = text === undefined ? 'GET' : 'POST';
    const asked = request(url, { method, agent, headers: { ...headers, ...sent } }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} was answered with ${response.statusCode}`));
      });
    });
    asked.on('error', reject);
    asked.end(text);
  });
  return performance.now() - begun;
}
