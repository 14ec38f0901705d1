import { setTimeout as delay } from 'node:timers/promises';
import { type INestApplicationContext, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { type Environment, readCommandEnvironment } from '../config/environment.js';
import { connect } from '../database/connect.js';
import { errorMessage } from '../error-message.js';
import { misnamedSettings } from '../misnamed-settings.js';
import { CliModule } from './cli.module.js';
import { type Terminal } from './terminal.js';

/** The context of a running command. */
export interface CommandContext {
  app: INestApplicationContext;
  database: DataSource;
  environment: Environment;
  terminal: Terminal;
}

const closeTimeoutMs = 1000;

/** Runs work with a connected context, then closes the context. */
export type RunInContext = (
  work: (context: CommandContext) => Promise<void>,
  options?: { connected: boolean },
) => Promise<void>;

/**
 * @param options `connected: false` leaves it to the work to connect to PostgreSQL
 * @throws DatabaseError if PostgreSQL cannot be reached; EnvironmentError
 */
export async function runInContext(
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
  work: (context: CommandContext) => Promise<void>,
  { connected } = { connected: true },
): Promise<void> {
  const environment = readCommandEnvironment(variables);
  for (const fault of misnamedSettings(variables)) terminal.log(fault);
  const app = await NestFactory.createApplicationContext(CliModule.of(environment), {
    logger: terminalLogger(terminal),
    abortOnError: false,
  });
  try {
    const database = app.get(DataSource);
    if (connected) await connect(database);
    await work({ app, database, environment, terminal });
  } finally {
    // Connections to a hung server close with the process.
    await Promise.race([app.close(), delay(closeTimeoutMs, undefined, { ref: false })]);
  }
}

/** Prints warnings and errors of the services as messages. Drops Nest's other log lines. */
function terminalLogger(terminal: Terminal): LoggerService {
  const log = (message: unknown): void => {
    terminal.log(typeof message === 'string' ? message : errorMessage(message));
  };
  return { log: () => undefined, warn: log, error: log };
}
