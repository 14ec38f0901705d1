import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type NotifyingTable, notifyingTables, TABLE_CHANGE } from '../database/channels.js';
import { Listener } from '../database/listener.js';
import { ReadDatabase } from '../database/read-database.js';
import { CacheVersions } from './cache-versions.js';

/**
 * Counts the changes of each table, which triggers report on the channel `TABLE_CHANGE`. The versions are unknown while
 * the connection is down, and with read replicas that may lack a reported change.
 */
@Injectable()
export class TableVersions implements OnModuleInit, OnApplicationShutdown {
  private readonly changes = new Map<string, number>(notifyingTables.map((table) => [table, 0]));
  private readonly listener: Listener;
  private listening = false;

  constructor(
    versions: CacheVersions,
    private readonly reads: ReadDatabase,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
  ) {
    this.listener = new Listener(environment.DATABASE_URL, TABLE_CHANGE, {
      notified: (table) => {
        const known = notifyingTables.find((name) => name === table);
        if (known) this.countChange(known);
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
    await this.listener.open();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.close();
  }

  private current(table: string): string | undefined {
    return this.listening && this.reads.showsNotedChanges ? String(this.changes.get(table)) : undefined;
  }

  /** Later statements show the change, so the version may change. */
  private countChange(table: NotifyingTable): void {
    this.reads.noteChange(table);
    this.changes.set(table, (this.changes.get(table) ?? 0) + 1);
  }
}
