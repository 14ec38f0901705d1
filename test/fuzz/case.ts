/** The kinds of generated requests. */
export const kinds = ['filters', 'parameters', 'paths', 'headers', 'forms', 'bytes'] as const;

export type Kind = (typeof kinds)[number];

/** A generated request. */
export type Case =
  | {
      kind: Exclude<Kind, 'bytes'>;
      method: string;
      /** Path and query. */
      target: string;
      headers: Record<string, string>;
      body?: string;
    }
  | {
      kind: 'bytes';
      message: Buffer;
    };

/** Tokens and secrets of the tested directory. */
export interface Known {
  tokens: readonly string[];
  /** Secrets that must not appear in logs, metrics and traces. */
  planted: { email: string; password: string; token: string };
}
