import { isNativeError } from 'node:util/types';
import { type LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { type Environment } from '../../config/environment.js';
import { redactLine } from './redaction.js';
import { errorFields } from './error-fields.js';
import { logDestination } from './log-destination.js';

/**
 * Writes what Nest and the service log as JSON lines, with the trace that they belong to.
 *
 * @param destination standard output unless a test wants to read what is written
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

/** Parts of Nest that tell of every module and route at each start. */
const chatter = ['InstanceLoader', 'RoutesResolver', 'RouterExplorer'];

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace';

/** Nest's logger, writing to pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.write(context !== undefined && chatter.includes(context) ? 'debug' : 'info', message, context);
  }

  /** Nest gives the stack before the context when it has one. */
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

/** An error has no fields of its own to spread: its message would be lost. */
function fieldsOf(message: unknown): object {
  if (isNativeError(message)) return { msg: message.message, err: message };
  return typeof message === 'object' && message !== null ? message : { msg: String(message) };
}
