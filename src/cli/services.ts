import { type Type } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { ClientStore } from '../auth/client-store.js';
import { TokenAdministration } from '../auth/token-administration.js';
import { TokenStore } from '../auth/token-store.js';
import { type Environment } from '../config/environment.js';
import { ReadDatabase } from '../database/read-database.js';
import { WorkingCredentials } from '../demonstration/working-credentials.js';
import { AccountsService } from '../users/accounts.service.js';
import { UserAdministration } from '../users/user-administration.service.js';

/**
 * The services that commands use, one of each class. They are put together by hand: the container of Nest would take a third of
 * the time of a short command (docs/performance.md).
 */
export class Services {
  private readonly services = new Map<unknown, object>();
  private readonly closing: (() => unknown)[] = [];

  /** @throws Error if there is none of this class, such as one of the search index in a command without index */
  get<T extends object>(type: Type<T>): T {
    const found = this.services.get(type);
    if (found === undefined) throw new Error(`Commands have no ${type.name}: see src/cli/services.ts`);
    return found as T;
  }

  add(...services: readonly object[]): void {
    for (const service of services) this.services.set(service.constructor, service);
  }

  /** @param close is called by `close()`, before those of earlier calls */
  onClose(close: () => unknown): void {
    this.closing.unshift(close);
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
  }
}

/** The services over PostgreSQL. @param database need not be connected yet */
export function databaseServices(database: DataSource, environment: Environment): Services {
  const services = new Services();
  const clients = new ClientStore(database);
  const accounts = new AccountsService(database);
  services.add(
    ...[clients, accounts],
    new AuditLog(database, environment),
    new TokenAdministration(database),
    new TokenStore(database, new ReadDatabase(database, environment)),
    new UserAdministration(database),
    new WorkingCredentials(clients, accounts, environment),
  );
  services.onClose(() => database.isInitialized && database.destroy());
  return services;
}
