import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { TOKEN_CHANGE } from '../../database/channels.js';
import { Listener } from '../../database/listener.js';
import { type Principal } from '../access/principal.js';
import { digest } from './token-digest.js';
import { type FoundToken, TokenStore } from './token-store.js';

/** Milliseconds after which a token is looked up again, should a notification of its revocation be lost. */
const timeToLive = 30_000;

/** Looks tokens up without a round trip while they are hot. A revocation is heard by `LISTEN` and acts at once. */
@Injectable()
export class TokenCache implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(TokenCache.name);
  private readonly cache: LRUCache<string, FoundToken>;
  private readonly listener: Listener;
  private listening = false;
  /** Counts what was heard. A look-up that overlaps with a revocation must not be kept: it may be the older state. */
  private changes = 0;
  private hits = 0;
  private misses = 0;

  constructor(
    private readonly store: TokenStore,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.cache = new LRUCache({ max: environment.TOKEN_CACHE_SIZE, ttl: timeToLive });
    this.listener = new Listener(environment.DATABASE_URL, TOKEN_CHANGE, {
      notified: (changed) => {
        this.forget(changed);
      },
      connected: () => {
        this.listening = true;
        this.forget('all');
      },
      disconnected: (reason) => {
        this.listening = false;
        this.forget('all');
        this.logger.warn(`Token changes are not heard, every token is looked up: ${reason.message}`);
      },
    });
  }

  /** Look-ups so far that were answered from memory and by PostgreSQL, the tokens in memory, and whether that may be used. */
  get state() {
    return { hits: this.hits, misses: this.misses, entries: this.cache.size, listening: this.listening };
  }

  async onModuleInit(): Promise<void> {
    await this.listener.open();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.close();
  }

  /** Whom a token speaks for; undefined when it is not, or no longer, valid. */
  async find(token: string): Promise<Principal | undefined> {
    const key = digest(token).toString('hex');
    const cached = this.cache.get(key);
    if (cached) this.hits += 1;
    else this.misses += 1;
    if (cached) return principalOf(cached);
    const before = this.changes;
    const found = await this.store.find(token);
    if (found && this.listening && before === this.changes) this.cache.set(key, found);
    return found?.principal;
  }

  /** Whom a token speaks for, when that is at hand and suits. Else it is looked up again on the way, and counted there. */
  recall(token: string, suits: (principal: Principal) => boolean = () => true): Principal | undefined {
    const cached = this.cache.get(digest(token).toString('hex'));
    const principal = cached && principalOf(cached);
    if (!principal || !suits(principal)) return undefined;
    this.hits += 1;
    return principal;
  }

  forgetToken(token: string): void {
    this.forget(digest(token).toString('hex'));
  }

  /** @param changed the digest of a token in hexadecimal digits, or `all` */
  forget(changed: string): void {
    this.changes += 1;
    if (changed === 'all') this.cache.clear();
    else this.cache.delete(changed);
  }
}

function principalOf({ expires, principal }: FoundToken): Principal | undefined {
  return expires.getTime() > Date.now() ? principal : undefined;
}
