import { setTimeout as delay } from 'node:timers/promises';
import { type INestApplicationContext, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { type Environment, readEnvironment } from '../config/environment.js';
import { connect } from '../database/connect.js';
import { errorMessage } from '../error-message.js';
import { CliModule } from './cli.module.js';
import { type Terminal } from './terminal.js';

/** The context of a running command. */
export interface Session {
  app: INestApplicationContext;
  database: DataSource;
  environment: Environment;
  terminal: Terminal;
}

const closeTimeoutMs = 1000;

/** Runs work with a connected session, then closes the session. */
export type RunInSession = (work: (session: Session) => Promise<void>) => Promise<void>;

/** @throws DatabaseError if PostgreSQL cannot be reached; EnvironmentError */
export async function runInSession(
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const environment = readEnvironment(variables);
  const app = await NestFactory.createApplicationContext(CliModule.of(environment), {
    logger: terminalLogger(terminal),
    abortOnError: false,
  });
  try {
    const database = await connect(app.get(DataSource));
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
