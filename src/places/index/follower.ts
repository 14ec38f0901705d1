import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Listener } from '../../database/listener.js';
import { ChangeCarrier } from './change.carrier.js';
import { IndexKeeper } from './index.keeper.js';

/** Milliseconds between looks at the outbox should a notification be lost, and between tries after a failure. */
const restMs = 1000;

/** Keeps the index in step with PostgreSQL while the service runs: woken by `NOTIFY`, it carries what is noted. */
@Injectable()
export class Follower implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Follower.name);
  private readonly listener: Listener;
  private wake: () => void = () => undefined;
  private stopping = false;
  private awake = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly carrier: ChangeCarrier,
    private readonly keeper: IndexKeeper,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
  ) {
    this.listener = new Listener(environment.DATABASE_URL, 'place_change', {
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

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.rouse();
    await this.listener.close();
    await this.running;
  }

  private async run(): Promise<void> {
    let ensured = false;
    while (!this.stopping) {
      this.awake = false;
      try {
        if (!ensured) await this.keeper.ensure();
        ensured = true;
        if ((await this.carrier.carryBatch()) > 0) continue;
      } catch (error) {
        this.logger.warn({ msg: 'Changes of places wait to be carried to the index', err: error });
        ensured = false;
        this.awake = false;
      }
      await this.rest();
    }
  }

  private rouse(): void {
    this.awake = true;
    this.wake();
  }

  /** Until something changes, or for a while. */
  private async rest(): Promise<void> {
    if (this.awake || this.stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
