import { type LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { type Environment } from '../config/environment.js';

/** Writes what Nest and the service log as JSON lines. Secrets are kept out where they could slip in. */
export function createLogger(environment: Pick<Environment, 'LOG_LEVEL'>): Logger {
  return pino({
    level: environment.LOG_LEVEL,
    redact: ['*.authorization', '*.password', '*.client_secret', 'err.parameters', 'err.query'],
  });
}

/** Parts of Nest that tell of every module and route at each start. */
const chatter = ['InstanceLoader', 'RoutesResolver', 'RouterExplorer'];

/** Nest's logger, writing to pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.write(context !== undefined && chatter.includes(context) ? 'debug' : 'info', message, context);
  }

  error(message: unknown, ...rest: string[]): void {
    this.write('error', message, rest.at(-1));
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

  private write(level: 'info' | 'error' | 'warn' | 'debug' | 'trace', message: unknown, context?: string): void {
    const fields = typeof message === 'object' && message !== null ? message : { msg: String(message) };
    this.logger[level]({ context, ...fields });
  }
}
