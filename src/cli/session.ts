import { type INestApplicationContext, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { type Environment, readEnvironment } from '../config/environment.js';
import { CliModule } from './cli.module.js';
import { Failure, reasonOf } from './failure.js';
import { type Terminal } from './terminal.js';

/** What a command works with while it runs. */
export interface Session {
  app: INestApplicationContext;
  database: DataSource;
  environment: Environment;
  terminal: Terminal;
}

/** Runs work with a connected session, and closes it whatever happens. */
export type Run = (work: (session: Session) => Promise<void>) => Promise<void>;

/** @throws Failure when PostgreSQL cannot be reached; EnvironmentError */
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
    const database = await connect(app.get(DataSource), environment);
    await work({ app, database, environment, terminal });
  } finally {
    await app.close();
  }
}

async function connect(database: DataSource, { DATABASE_URL }: Environment): Promise<DataSource> {
  try {
    return await database.initialize();
  } catch (error) {
    const { hostname, port, pathname } = new URL(DATABASE_URL);
    const where = `${hostname}:${port || '5432'}${pathname}`;
    throw new Failure(`PostgreSQL cannot be reached at ${where} (DATABASE_URL): ${reasonOf(error)}`);
  }
}

/** Warnings of what the command works with are messages; the rest of Nest's log is of no interest here. */
function messagesOf(terminal: Terminal): LoggerService {
  const say = (message: unknown): void => {
    terminal.say(typeof message === 'string' ? message : reasonOf(message));
  };
  return { log: () => undefined, warn: say, error: say };
}
