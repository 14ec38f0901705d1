import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type LoggerService } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Environment, readCommandEnvironment } from '../config/environment.js';
import { ClientEntity } from '../auth/client.entity.js';
import { addressOf, connect, DatabaseError } from '../database/connect.js';
import { dataSourceOptions } from '../database/data-source.js';
import { DatabaseProbe } from '../database/database-checks.js';
import { errorMessage } from '../config/error-message.js';
import { commandSilenceMs } from '../places/elasticsearch/unavailable.js';
import { databaseServices, type Services } from './services.js';
import { formatMembers, type Terminal } from './terminal.js';

/** The context of a running command. */
export interface CommandContext {
  app: Services;
  database: DataSource;
  environment: Environment;
  terminal: Terminal;
  /** Whether the result is printed as JSON. */
  json: boolean;
  /** Prints the result: the value with `--json`, otherwise the text. Default: a row for each member of the value. */
  print: (value: object, text?: string) => void;
}

const closeTimeoutMs = 1000;

const probeIntervalMs = 1000;

export interface RunOptions {
  /** False: the work connects to PostgreSQL itself, and handles its time-outs itself. Default: true. */
  connected?: boolean;
  /** The work changes nothing. It fails soon if PostgreSQL or Elasticsearch is silent, instead of waiting. */
  onlyReads?: boolean;
  /** False: the work needs no search index, whose services take as long to load as all others. Default: true. */
  usesIndex?: boolean;
}

/** Runs work with a connected context, then closes the context. */
export type RunInContext = (work: (context: CommandContext) => Promise<void>, options?: RunOptions) => Promise<void>;

/** @throws DatabaseError if PostgreSQL cannot be reached; EnvironmentError */
export async function runInContext(
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
  work: (context: CommandContext) => Promise<void>,
  { connected = true, onlyReads = false, usesIndex = true, json }: RunOptions & { json: boolean },
): Promise<void> {
  const environment = readCommandEnvironment(variables);
  Logger.overrideLogger(terminalLogger(terminal));
  const database = newDataSource(environment);
  const app = databaseServices(database, environment);
  if (usesIndex) {
    const { indexServices } = await import('../places/search-index/index-services.js');
    const { services, health, close } = indexServices(database, environment);
    app.add(...services);
    app.onClose(close);
    if (onlyReads) health.maxSilenceMs = commandSilenceMs;
  }
  try {
    const run = async (): Promise<void> => {
      if (connected) await connect(database);
      const print = (value: object, text = formatMembers(value)): void => {
        if (json) terminal.printJson(value);
        else terminal.print(text);
      };
      await work({ app, database, environment, terminal, json, print });
    };
    await (onlyReads && connected ? whileAnswered(environment, run()) : run());
  } finally {
    // Connections to a hung server close with the process.
    await Promise.race([app.close(), delay(closeTimeoutMs, undefined, { ref: false })]);
  }
}

/** A command holds a lock on one connection and works on others. */
const minConnections = 4;

function newDataSource(environment: Environment): DataSource {
  const connections = Math.max(environment.DATABASE_POOL_SIZE, minConnections);
  const options = dataSourceOptions({ ...environment, DATABASE_POOL_SIZE: connections }, 'command');
  return new DataSource({ ...options, entities: [ClientEntity] });
}

/**
 * Waits for work as long as PostgreSQL answers short statements. A statement of the work may take long.
 *
 * @throws DatabaseError once PostgreSQL has been silent for `commandSilenceMs`
 */
async function whileAnswered(environment: Environment, work: Promise<void>): Promise<void> {
  const probe = new DatabaseProbe(environment, commandSilenceMs);
  const done = new AbortController();
  const watch = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const fault: unknown = await probe.ping().catch((error: unknown) => error);
      // The work reports all other faults itself. One of them is that there is no connection left for the probe.
      if (fault !== undefined && /timeout/i.test(errorMessage(fault))) {
        const where = addressOf({ url: environment.DATABASE_URL });
        throw new DatabaseError(
          `PostgreSQL at ${where} (DATABASE_URL) has not answered for ${commandSilenceMs / 1000} s`,
        );
      }
      await delay(probeIntervalMs, undefined, { signal: done.signal, ref: false }).catch(() => undefined);
    }
  };
  try {
    await Promise.race([work, watch()]);
  } finally {
    done.abort();
    // Not awaited: a silent server does not end the connection.
    void probe.onApplicationShutdown().catch(() => undefined);
  }
}

/** Prints warnings and errors of the services as messages. Drops Nest's other log lines. */
function terminalLogger(terminal: Terminal): LoggerService {
  const log = (message: unknown): void => {
    terminal.log(typeof message === 'string' ? message : errorMessage(message));
  };
  return { log: () => undefined, warn: log, error: log };
}
