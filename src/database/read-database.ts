import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ProblemError } from '../http/problems/problems.js';
import { addressOf } from './connect.js';
import { dataSourceOptions } from './data-source.js';
import { poolOf } from './pool.js';

/** Milliseconds that a replica which failed is left alone. */
const restMs = 5000;

interface Replica {
  source: DataSource;
  restsUntil: number;
  /** While it is being connected to; all who ask meanwhile wait for the same. */
  opening: Promise<unknown> | undefined;
}

/**
 * Where what users only look at is read: on the replicas of DATABASE_REPLICA_URLS in turn, and on the primary when there
 * is none, or none that answers. A replica is behind by as much as its replication is. Whatever has to be true at this
 * moment (tokens, clients, passwords, what the index is made of) is not read here.
 */
@Injectable()
export class ReadDatabase implements OnApplicationShutdown {
  private readonly logger = new Logger(ReadDatabase.name);
  private readonly replicas: Replica[];
  private turn = 0;

  constructor(
    private readonly primary: DataSource,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_REPLICA_URLS' | 'DATABASE_POOL_SIZE'>,
  ) {
    this.replicas = environment.DATABASE_REPLICA_URLS.map((url) => ({
      source: new DataSource(dataSourceOptions({ ...environment, DATABASE_URL: url }, 'service')),
      restsUntil: 0,
      opening: undefined,
    }));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.replicas.map(async ({ opening }) => opening));
    const open = this.replicas.filter(({ source }) => source.isInitialized);
    await Promise.all(open.map(({ source }) => source.destroy()));
  }

  /** Reads the rows of an entity. */
  from<Entity extends ObjectLiteral, T>(
    entity: EntityTarget<Entity>,
    work: (rows: Repository<Entity>) => Promise<T>,
  ): Promise<T> {
    return this.read((manager) => work(manager.getRepository(entity)));
  }

  /** Reads rows by one statement. */
  rows<Row extends object>(statement: string, values: readonly unknown[]): Promise<Row[]> {
    // Past TypeORM, which costs the processor as much again as the driver.
    return this.on(async (source) => (await poolOf(source).query<Row>(statement, [...values])).rows);
  }

  /** @param work only reads; it may be done again, on another database, when it fails */
  read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.on(({ manager }) => work(manager));
  }

  private async on<T>(work: (source: DataSource) => Promise<T>): Promise<T> {
    this.turn += 1;
    for (const [at] of this.replicas.entries()) {
      const replica = this.replicas[(this.turn + at) % this.replicas.length];
      if (replica === undefined || replica.restsUntil > Date.now()) continue;
      try {
        await open(replica);
        return await work(replica.source);
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        // If it is not the replica's fault, the primary says so too.
        replica.restsUntil = Date.now() + restMs;
        this.logger.warn({ msg: `Reading goes on without ${addressOf(replica.source.options)} for now`, err: error });
      }
    }
    return work(this.primary);
  }
}

/** @returns undefined when it is open */
function open(replica: Replica): Promise<unknown> | undefined {
  // TypeORM calls a source initialised a little before it is.
  if (replica.opening === undefined && !replica.source.isInitialized) {
    replica.opening = replica.source.initialize().finally(() => {
      replica.opening = undefined;
    });
  }
  return replica.opening;
}
