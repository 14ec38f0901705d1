/** A request and its response, as the request panel shows them. */
export interface Exchange {
  readonly number: number;
  /** Absolute, on the page's origin. */
  readonly url: string;
  /** 0 without a response. */
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly format: Format;
  readonly body: string;
}

export type Format = 'json' | 'xml' | 'geojson';

export const mediaTypes: Readonly<Record<Format, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  geojson: 'application/geo+json',
};
