/** The kinds of generated requests. */
export const kinds = ['filters', 'parameters', 'paths', 'headers', 'forms', 'bytes'] as const;

export type Kind = (typeof kinds)[number];

/** A generated request. */
export type Case =
  | {
      kind: Exclude<Kind, 'bytes'>;
      method: string;
      /** Path and query, as they are sent. */
      target: string;
      headers: Record<string, string>;
      body?: string;
    }
  | {
      kind: 'bytes';
      /** All that goes over the socket. */
      message: Buffer;
    };

/** What a run knows of the directory that it asks. */
export interface Known {
  tokens: readonly string[];
  /** Secrets that no log, metric or trace may show. */
  planted: { email: string; password: string; token: string };
}
