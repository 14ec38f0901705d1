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
import { OutboxRelay } from './outbox-relay.js';
import { IndexLifecycle } from '../lifecycle/index-lifecycle.js';

/** Milliseconds between looks at the outbox should a notification be lost, and between tries after a failure. */
const restMs = 1000;

/** Milliseconds after which it is looked whether the index is still there. */
const inspectionMs = 10_000;

/** Keeps the index in step with PostgreSQL while the service runs: woken by `NOTIFY`, it carries what is noted. */
@Injectable()
export class IndexSyncWorker implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(IndexSyncWorker.name);
  private readonly listener: Listener;
  private wake: () => void = () => undefined;
  private readonly leaving = new AbortController();
  private awake = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly carrier: OutboxRelay,
    private readonly keeper: IndexLifecycle,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
  ) {
    this.listener = new Listener(environment.DATABASE_URL, PLACE_CHANGE, {
      notified: () => {
        this.rouse();
      },
      connected: () => {
        this.rouse();
      },
      disconnected: () => undefined,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listener.open();
    // Not awaited: the service answers everything but searches while Elasticsearch is away.
    this.running = this.run();
  }

  onModuleDestroy(): void {
    this.leaving.abort();
    this.rouse();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.close();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.leaving;
    let inspect = 0;
    let failing = false;
    while (!signal.aborted) {
      this.awake = false;
      try {
        if (Date.now() >= inspect) {
          await this.keeper.ensure({ signal });
          inspect = Date.now() + inspectionMs;
        }
        const carried = await this.carrier.indexBatch();
        if (failing) this.logger.log('Changes of places are carried again');
        failing = false;
        if (carried === 0) await this.rest();
      } catch (error) {
        if (!failing) this.logger.warn({ msg: 'Changes of places wait to be carried to the index', err: error });
        failing = true;
        inspect = 0;
        await delay(restMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private rouse(): void {
    this.awake = true;
    this.wake();
  }

  /** Until something changes, or for a while. */
  private async rest(): Promise<void> {
    if (this.awake) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
