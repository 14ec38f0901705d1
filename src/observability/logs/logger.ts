import { isNativeError } from 'node:util/types';
import { type LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Environment } from '../../config/environment.js';
import { redactLine } from './redaction.js';
import { errorFields } from './error-fields.js';
import { logDestination } from './log-destination.js';

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
    this.write('error', message, rest.at(-1), stack);
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
