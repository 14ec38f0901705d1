import { isNativeError } from 'node:util/types';
import { type Logger } from '@nestjs/common';

/** Errors of a kind that are logged with their stacks in each window. */
const maxLogged = 5;

const windowMs = 60_000;

/** Kinds in each window. Errors of further kinds count together. */
const maxKinds = 200;
const maxKeyLength = 1000;
const otherKinds = 'other kinds';

interface LoggedError {
  msg?: string;
  /** The code of the problem. */
  code?: string;
  /** The template of the route. */
  route?: string;
  requestId?: string;
  err: unknown;
}

interface Kind extends Omit<LoggedError, 'err' | 'requestId'> {
  type: string;
  count: number;
}

/** A part of the client's `ResponseError`, whose line of code is always the same. */
interface ElasticsearchError {
  meta: { body?: { error?: { type?: string } } };
}

/**
 * Logs errors of requests. A client can repeat a request that fails, and each line has a stack, so only the first errors of
 * a kind are logged. The rest are counted: one line at the end of the window.
 */
export class ErrorLog {
  private readonly kinds = new Map<string, Kind>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Pick<Logger, 'error'>) {}

  error(error: LoggedError): void {
    this.timer ??= setTimeout(() => {
      this.endWindow();
    }, windowMs).unref();
    const kind = this.kindOf(error);
    kind.count += 1;
    if (kind.count <= maxLogged) this.logger.error(error);
  }

  /** Logs the counts of errors that were not logged, and starts again. */
  endWindow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const kinds = [...this.kinds.values()];
    this.kinds.clear();
    for (const { count, msg = 'The request failed', ...kind } of kinds) {
      if (count > maxLogged) this.logger.error({ ...kind, msg: `Repeated: ${msg}`, omitted: count - maxLogged });
    }
  }

  /** Errors of a kind come from the same line of code. Messages may contain values of the request. */
  private kindOf({ err, requestId: _, ...shared }: LoggedError): Kind {
    const type = isNativeError(err) ? err.name : typeof err;
    const key = [shared.code, shared.route, type, ...detailsOf(err)].join('\n').slice(0, maxKeyLength);
    const kind = this.kinds.get(key);
    if (kind) return kind;
    return this.kinds.size < maxKinds
      ? this.add(key, { ...shared, type, count: 0 })
      : (this.kinds.get(otherKinds) ?? this.add(otherKinds, { type: otherKinds, count: 0 }));
  }

  private add(key: string, kind: Kind): Kind {
    this.kinds.set(key, kind);
    return kind;
  }
}

/** The error's code, the type that Elasticsearch gave it, and the line of code that threw it. */
function detailsOf(err: unknown): (string | undefined)[] {
  if (!isNativeError(err)) return [];
  const { code, meta, message, stack = '' } = err as NodeJS.ErrnoException & Partial<ElasticsearchError>;
  // The message may look like a line of code.
  const frames = stack.slice(stack.includes(message) ? stack.indexOf(message) + message.length : 0);
  return [code, meta?.body?.error?.type, /\n *at .*/.exec(frames)?.[0]];
}
