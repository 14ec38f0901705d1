import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { notifyingTables, TABLE_CHANGE } from '../database/channels.js';
import { Listener } from '../database/listener.js';
import { CacheVersions } from './cache-versions.js';

/**
 * Counts the changes of each table, which triggers report on the channel `TABLE_CHANGE`. The versions are unknown while
 * the connection is down. They are always unknown with read replicas: a replica shows a change after its notification.
 */
@Injectable()
export class TableVersions implements OnModuleInit, OnApplicationShutdown {
  private readonly changes = new Map<string, number>(notifyingTables.map((table) => [table, 0]));
  private readonly listener: Listener | undefined;
  private listening = false;

  constructor(
    versions: CacheVersions,
    @Inject(ENVIRONMENT)
    environment: Pick<Environment, 'DATABASE_URL' | 'DATABASE_REPLICA_URLS'>,
  ) {
    if (environment.DATABASE_REPLICA_URLS.length > 0) return;
    this.listener = new Listener(environment.DATABASE_URL, TABLE_CHANGE, {
      notified: (table) => {
        this.countChange(table);
      },
      connected: () => {
        this.listening = true;
        // Changes may have been missed before.
        for (const table of notifyingTables) this.countChange(table);
      },
      disconnected: () => {
        this.listening = false;
      },
    });
    for (const table of notifyingTables) versions.register(table, { current: () => this.current(table) });
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

  private countChange(table: string): void {
    this.changes.set(table, (this.changes.get(table) ?? 0) + 1);
  }
}
