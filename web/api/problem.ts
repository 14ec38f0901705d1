/** A failed request. */
export class Problem extends Error {
  constructor(
    /** 0 if the service was not reached. */
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    /** The problem code. Empty if there is none. */
    readonly code: string,
    /** Seconds to wait before a retry. Absent if the response does not say. */
    readonly retryAfter?: number,
  ) {
    super(`${code || status}: ${detail}`);
  }
}

/** Turns network errors into problems. */
export function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, '', String(error), '');
}

/** No response: no network, or the service is down. */
export function unreachable(): Problem {
  return new Problem(0, '', '', '');
}

/** Parses a problem document (RFC 9457) or an OAuth error. Proxies may return anything else. */
export function readProblem({ status, headers }: Pick<Response, 'status' | 'headers'>, body: string): Problem {
  const document = parsed(body);
  const wait = headers.get('retry-after');
  const text = (name: string): string => {
    const value = document[name];
    return typeof value === 'string' ? value : '';
  };
  const retryAfter = wait !== null && /^\d{1,9}$/.test(wait) ? Number(wait) : undefined;
  const detail = text('detail') || text('error_description');
  return new Problem(status, text('title') || `HTTP ${status}`, detail, text('code') || text('error'), retryAfter);
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
