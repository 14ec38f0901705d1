import { isNativeError } from 'node:util/types';
import { type LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Environment } from '../config/environment.js';
import { redactLine } from './redaction.js';
import { errorMessage } from '../config/error-message.js';

/**
 * Logs JSON lines with the identifiers of the current trace.
 *
 * @param destination standard output, except in tests
 */
export function createLogger(
  environment: Pick<Environment, 'LOG_LEVEL'>,
  destination: DestinationStream = logDestination(),
): Logger {
  return pino(
    {
      level: environment.LOG_LEVEL,
      serializers: { err: (error: unknown) => errorFields(error) },
      hooks: { streamWrite: redactLine },
      mixin: () => {
        const span = trace.getActiveSpan()?.spanContext();
        return span ? { traceId: span.traceId, spanId: span.spanId } : {};
      },
    },
    destination,
  );
}

/** Parts of Nest that log every module and route at the start. Their lines have level `debug`. */
const verboseContexts = ['InstanceLoader', 'RoutesResolver', 'RouterExplorer'];

/** The part of Nest that logs why a start fails, with a stack. `main.ts` writes it, and what to do about it. */
const failedStart = 'ExceptionHandler';

/**
 * The part of Nest that tries again to connect to PostgreSQL, which may start at the same time, and closes the connections at the end. If
 * it gives up, the start fails.
 */
const retriedStart = 'TypeOrmModule';

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace';

/** Adapts pino to Nest's logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.write(context !== undefined && verboseContexts.includes(context) ? 'debug' : 'info', message, context);
  }

  /** Nest passes the context last, after the stack if there is one. */
  error(message: unknown, ...rest: (string | undefined)[]): void {
    const [stack] = rest.length > 1 ? rest : [];
    const context = rest.at(-1);
    if (context === retriedStart) this.warn(message, context);
    else if (context !== failedStart) this.write('error', message, context, stack);
  }

  warn(message: unknown, context?: string): void {
    this.write('warn', message, context);
  }

  debug(message: unknown, context?: string): void {
    this.write('debug', message, context);
  }

  verbose(message: unknown, context?: string): void {
    this.write('trace', message, context);
  }

  private write(level: Level, message: unknown, context?: string, stack?: string): void {
    this.logger[level]({ context, ...fieldsOf(message), ...(stack !== undefined && { stack }) });
  }
}

/** Errors are wrapped, because spreading an error would lose its message. */
function fieldsOf(message: unknown): object {
  if (isNativeError(message)) return { msg: message.message, err: message };
  return typeof message === 'object' && message !== null ? message : { msg: String(message) };
}

/** The maximum number of nested causes. */
const maxCauses = 4;

/** The logged fields of an error. Other properties are dropped: PostgreSQL's errors have the values of the statement. */
function errorFields(error: unknown, levels = maxCauses): unknown {
  if (!isNativeError(error)) return error === undefined ? undefined : { message: errorMessage(error) };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
    ...(error.cause !== undefined && levels > 0 && { cause: errorFields(error.cause, levels - 1) }),
  };
}

/** The maximum size of lines that wait for a full disk, in bytes. Further lines are lost. */
export const pendingBytes = 1024 * 1024;

/**
 * Writes the log to standard output, line by line. If that fails, as on a full disk, the service continues and retries
 * with each line.
 *
 * @param target a file descriptor or path, for tests
 */
export function logDestination(target: number | string = 1): DestinationStream {
  // minLength: 1 because flush() does nothing with the default 0. Each line is still written at once.
  const destination = pino.destination({ dest: target, sync: true, minLength: 1, maxLength: pendingBytes });
  // Without this listener a write error ends the process. There is nowhere else to report it.
  destination.on('error', () => undefined);
  // When the buffer is full, pino drops lines without writing, so it would never recover by itself.
  destination.on('drop', () => {
    destination.flush();
  });
  return destination;
}
