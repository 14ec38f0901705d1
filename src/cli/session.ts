import { setTimeout as delay } from 'node:timers/promises';
import { type INestApplicationContext, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { type Environment, readEnvironment } from '../config/environment.js';
import { connect } from '../database/connect.js';
import { errorMessage } from '../error-message.js';
import { CliModule } from './cli.module.js';
import { type Terminal } from './terminal.js';

/** What a command works with while it runs. */
export interface Session {
  app: INestApplicationContext;
  database: DataSource;
  environment: Environment;
  terminal: Terminal;
}

/** Milliseconds that connections have to be closed. */
const closingMs = 1000;

/** Runs work with a connected session, and closes it whatever happens. */
export type Run = (work: (session: Session) => Promise<void>) => Promise<void>;

/** @throws DatabaseError when PostgreSQL cannot be reached; EnvironmentError */
export async function inSession(
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const environment = readEnvironment(variables);
  const app = await NestFactory.createApplicationContext(CliModule.of(environment), {
    logger: messagesOf(terminal),
    abortOnError: false,
  });
  try {
    const database = await connect(app.get(DataSource));
    await work({ app, database, environment, terminal });
  } finally {
    // What a server that does not answer still holds goes with the process.
    await Promise.race([app.close(), delay(closingMs, undefined, { ref: false })]);
  }
}

/** Warnings of what the command works with are messages; the rest of Nest's log is of no interest here. */
function messagesOf(terminal: Terminal): LoggerService {
  const say = (message: unknown): void => {
    terminal.say(typeof message === 'string' ? message : errorMessage(message));
  };
  return { log: () => undefined, warn: say, error: say };
}
