import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { Listener } from '../database/listener.js';
import { type CacheDependency } from './cached-decorator.js';
import { CacheVersions } from './cache-versions.js';

const tables = [
  'users',
  'follows',
  'checkins',
  'reviews',
  'places',
  'place_categories',
  'categories',
  'subcategories',
] as const satisfies readonly CacheDependency[];

/**
 * Hears by `LISTEN` which tables change, whoever changes them. Nothing is known while nobody listens, and where replicas
 * are read, which are behind the primary that tells of the change.
 */
@Injectable()
export class TableVersions implements OnModuleInit, OnApplicationShutdown {
  private readonly changes = new Map<string, number>(tables.map((table) => [table, 0]));
  private readonly listener: Listener | undefined;
  private listening = false;

  constructor(
    revisions: CacheVersions,
    @Inject(ENVIRONMENT)
    environment: Pick<Environment, 'DATABASE_URL' | 'DATABASE_REPLICA_URLS'>,
  ) {
    if (environment.DATABASE_REPLICA_URLS.length > 0) return;
    this.listener = new Listener(environment.DATABASE_URL, 'table_change', {
      notified: (table) => {
        this.changed(table);
      },
      connected: () => {
        this.listening = true;
        tables.forEach((table) => {
          this.changed(table);
        });
      },
      disconnected: () => {
        this.listening = false;
      },
    });
    for (const table of tables) revisions.register(table, { current: () => this.current(table) });
  }

  async onModuleInit(): Promise<void> {
    await this.listener?.open();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener?.close();
  }

  private current(table: string): string | undefined {
    return this.listening ? String(this.changes.get(table)) : undefined;
  }

  private changed(table: string): void {
    this.changes.set(table, (this.changes.get(table) ?? 0) + 1);
  }
}
