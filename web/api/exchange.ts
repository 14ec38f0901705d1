/** A request of the page and what came back, for the person to see. */
export interface Exchange {
  readonly number: number;
  /** With the origin of the page. */
  readonly url: string;
  /** 0 when nothing came back. */
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly format: Format;
  readonly body: string;
}

export type Format = 'json' | 'xml';

/** The headers that say something about this interface, in the order in which they are shown. */
const telling = [
  'content-type',
  'link',
  'etag',
  'cache-control',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-ignored-parameters',
  'x-request-id',
];

export function tellingHeaders(headers: Headers): [string, string][] {
  return telling.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
}
