import { isNativeError } from 'node:util/types';
import { type Logger } from '@nestjs/common';

/** Errors of a kind that are logged with their stacks in each window. */
const limits = { perKind: 5, windowMs: 60_000 };

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
}

/** What tells errors of a type apart: their code, or the type that Elasticsearch gave a `ResponseError`. */
interface CodedError {
  code?: string;
  meta?: { body?: { error?: { type?: string } } };
}

/**
 * Logs errors of requests. A client can repeat a request that fails, and each line has a stack, so only the first errors of
 * a kind are logged. The rest have level `debug`, and are counted: one line at the end of the window.
 */
export class ErrorLog {
  private readonly window = new SamplingWindow<Kind>(limits, { type: 'other kinds' }, (kind, omitted) => {
    const { msg = 'The request failed', ...shared } = kind;
    this.logger.error({ ...shared, msg: `Repeated: ${msg}`, omitted });
  });

  constructor(private readonly logger: Pick<Logger, 'error' | 'debug'>) {}

  error(error: LoggedError): void {
    const { err, requestId: _, ...shared } = error;
    // Messages may contain values of the request.
    const type = isNativeError(err) ? err.name : typeof err;
    const { code, meta } = isNativeError(err) ? (err as CodedError) : {};
    const key = [shared.code, shared.route, type, code, meta?.body?.error?.type].join('\n');
    this.logger[this.window.admits(key, { ...shared, type }) ? 'error' : 'debug'](error);
  }

  /** Logs the counts of errors that were not logged, and starts again. */
  endWindow(): void {
    this.window.end();
  }
}

/** Kinds in each window. Events of further kinds count together. */
const maxKinds = 200;

const otherKinds = 'other kinds';

interface SamplingLimits {
  /** Events of a kind that are let through in each window. */
  perKind: number;
  windowMs: number;
}

interface Count<Kind> {
  kind: Kind;
  events: number;
}

/** Lets the first events of each kind through, and counts the rest until the end of the window. */
export class SamplingWindow<Kind> {
  private readonly counts = new Map<string, Count<Kind>>();
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param others what events of further kinds are reported as
   * @param report is called at the end of the window for each kind of which events were omitted
   */
  constructor(
    private readonly limits: SamplingLimits,
    private readonly others: Kind,
    private readonly report: (kind: Kind, omitted: number) => void,
  ) {}

  /** @returns whether the event is let through. If not, it is counted */
  admits(key: string, kind: Kind): boolean {
    this.timer ??= setTimeout(() => {
      this.end();
    }, this.limits.windowMs).unref();
    const count = this.countOf(key, kind);
    count.events += 1;
    return count.events <= this.limits.perKind;
  }

  /** Reports what was omitted, and starts again. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = [...this.counts.values()];
    this.counts.clear();
    for (const { kind, events } of counts)
      if (events > this.limits.perKind) this.report(kind, events - this.limits.perKind);
  }

  private countOf(key: string, kind: Kind): Count<Kind> {
    const count = this.counts.get(key);
    if (count) return count;
    return this.counts.size < maxKinds
      ? this.add(key, kind)
      : (this.counts.get(otherKinds) ?? this.add(otherKinds, this.others));
  }

  private add(key: string, kind: Kind): Count<Kind> {
    const count = { kind, events: 0 };
    this.counts.set(key, count);
    return count;
  }
}
