import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ENVIRONMENT } from '../../../config/config.module.js';
import { type Environment } from '../../../config/environment.js';
import { PLACE_CHANGE } from '../../../database/channels.js';
import { Listener } from '../../../database/listener.js';
import { IndexLifecycle } from '../lifecycle/index-lifecycle.js';
import { OutboxRelay } from './outbox-relay.js';

/** How long to wait for a notification, which may be lost, and after a failure. */
const pollMs = 1000;

/** How often to check that the index still exists. */
const checkIndexMs = 10_000;

/** Keeps the search index in sync with PostgreSQL while the service runs. */
@Injectable()
export class IndexSyncWorker implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(IndexSyncWorker.name);
  private readonly listener: Listener;
  private readonly shutdown = new AbortController();
  /** Ends `waitForNotification`. Made before each batch, so that a notification during the batch is not missed. */
  private wakeUp = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly relay: OutboxRelay,
    private readonly lifecycle: IndexLifecycle,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
  ) {
    const notify = this.notify.bind(this);
    this.listener = new Listener(environment.DATABASE_URL, PLACE_CHANGE, {
      notified: notify,
      connected: notify,
      disconnected: () => undefined,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listener.open();
    // Not awaited: without Elasticsearch the service still serves everything but searches.
    this.running = this.run();
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
    this.notify();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.close();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.shutdown;
    let checkIndexAt = 0;
    let isFailing = false;
    while (!signal.aborted) {
      this.wakeUp = new AbortController();
      try {
        if (Date.now() >= checkIndexAt) {
          await this.lifecycle.ensureLiveIndex({ signal });
          checkIndexAt = Date.now() + checkIndexMs;
        }
        const indexed = await this.relay.indexBatch();
        if (isFailing) this.logger.log('Index sync recovered');
        isFailing = false;
        if (indexed === 0) await this.waitForNotification();
      } catch (error) {
        if (!isFailing) this.logger.warn({ msg: 'Index sync failed; retrying', err: error });
        isFailing = true;
        checkIndexAt = 0;
        await delay(pollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private notify(): void {
    this.wakeUp.abort();
  }

  /** Resolves on the next notification, or after `pollMs`. */
  private async waitForNotification(): Promise<void> {
    await delay(pollMs, undefined, { signal: this.wakeUp.signal }).catch(() => undefined);
  }
}
