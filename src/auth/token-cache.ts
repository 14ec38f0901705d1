import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { TOKEN_CHANGE, Listener } from '../database/listener.js';
import { type Principal } from './access.js';
import { IssuerTokens } from './issuer-tokens.js';
import { digest, TokenStore } from './token-store.js';

/** Limits how long a revoked token stays valid if its notification is lost. */
const maxAgeMs = 30_000;

/** A token takes about 300 bytes. */
const maxTokens = 50_000;

interface CachedToken {
  principal: Principal;
  /** By `performance.now()`. PostgreSQL's clock sets the expiry, and the clock of this machine may differ from it. */
  validUntil: number;
}

/**
 * Caches access tokens in memory. PostgreSQL sends the digest of each revoked token over the channel `TOKEN_CHANGE`, and
 * this cache removes the token at once.
 */
@Injectable()
export class TokenCache {
  private readonly logger = new Logger(TokenCache.name);
  private readonly cache = new LRUCache<string, CachedToken>({ max: maxTokens, ttl: maxAgeMs });
  /** The client of each token that was found, kept after the token has expired. It only says which client a request counts for, and grants nothing. */
  private readonly clients = new LRUCache<string, string>({ max: maxTokens });
  private listening = false;
  /** Counts removals. The result of a look-up is not cached if any token was removed meanwhile: it may be older than the removal. */
  private removals = 0;
  private hits = 0;
  private misses = 0;
  /** Look-ups in progress that began after the last removal, by token. Requests with the same token share one statement. */
  private readonly lookUps = new Map<string, Promise<Principal | undefined>>();

  constructor(
    private readonly store: TokenStore,
    private readonly issuerTokens: IssuerTokens,
    listener: Listener,
  ) {
    listener.on(TOKEN_CHANGE, {
      notified: (changed) => {
        this.remove(changed);
      },
      connected: () => {
        this.listening = true;
        this.remove('all');
      },
      disconnected: (reason) => {
        this.listening = false;
        this.remove('all');
        this.logger.warn(`No connection for token revocations; not caching tokens: ${reason.message}`);
      },
    });
  }

  /** For metrics: look-ups since the start, cached tokens, and whether revocations arrive (if not, nothing is cached). */
  get state() {
    return { hits: this.hits, misses: this.misses, entries: this.cache.size, listening: this.listening };
  }

  /**
   * Looks a token up in memory, then in PostgreSQL, or verifies it if it is of the issuer.
   *
   * @returns undefined if the token is not valid
   * @throws ProblemError if a token of the issuer is not valid
   */
  async fetch(token: string): Promise<Principal | undefined> {
    const cached = this.peek(token);
    if (cached) return cached;
    const key = keyOf(token);
    this.misses += 1;
    const running = this.lookUps.get(key);
    if (running && this.listening) return running;
    const lookUp = this.lookUp(token, key);
    this.lookUps.set(key, lookUp);
    try {
      return await lookUp;
    } finally {
      if (this.lookUps.get(key) === lookUp) this.lookUps.delete(key);
    }
  }

  private async lookUp(token: string, key: string): Promise<Principal | undefined> {
    const removalsBefore = this.removals;
    const start = performance.now();
    const { issuerTokens, store } = this;
    const found = await (issuerTokens.find(token) ?? store.find(token));
    if (!found) return undefined;
    const { principal, remainingMs } = found;
    this.clients.set(key, principal.clientId);
    if (this.listening && removalsBefore === this.removals)
      this.cache.set(key, { principal, validUntil: start + remainingMs });
    return principal;
  }

  /**
   * Looks a token up in memory only.
   *
   * @param accept whether the caller can use the token. If not, this is no hit: the guard looks the token up again
   */
  peek(token: string, accept: (principal: Principal) => boolean = () => true): Principal | undefined {
    const cached = this.cache.get(keyOf(token));
    if (!cached || cached.validUntil <= performance.now() || !accept(cached.principal)) return undefined;
    this.hits += 1;
    return cached.principal;
  }

  /** The client of a token that was valid when it was last looked up. */
  clientOf(token: string): string | undefined {
    return this.clients.get(keyOf(token));
  }

  /** @param key the digest of a token in hexadecimal digits, or `all` */
  remove(key: string): void {
    this.removals += 1;
    this.lookUps.clear();
    if (key === 'all') this.cache.clear();
    else this.cache.delete(key);
  }
}

function keyOf(token: string): string {
  return digest(token).toString('hex');
}
