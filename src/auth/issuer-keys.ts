import { Logger } from '@nestjs/common';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { errorMessage } from '../config/error-message.js';
import { issuerUnavailable, retrySeconds } from './token-problems.js';

/** Keys of this age, in milliseconds, are read again while requests still use them. */
const maxAgeMs = 600_000;

const timeoutMs = 5000;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** The public keys of an OpenID Connect issuer, found by its metadata (OpenID Connect Discovery 1.0, RFC 7517). */
export class IssuerKeys {
  private readonly logger = new Logger(IssuerKeys.name);
  private keys: JWTVerifyGetKey | undefined;
  private readAt = -Infinity;
  /** When the issuer was last asked in vain, or for a key that was not known. */
  private triedAt = -Infinity;
  private reading: Promise<void> | undefined;
  private failure: unknown;

  constructor(private readonly issuer: string) {}

  /** Whether the issuer responded when it was last asked. */
  get isReachable(): boolean {
    return this.failure === undefined;
  }

  /**
   * Finds the key of a token. Known keys are used while the issuer is away.
   *
   * @throws ProblemError `issuer_unavailable` if the issuer is away and the key is not known
   * @throws JOSEError if the issuer has no such key
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (performance.now() - this.readAt > maxAgeMs) {
      const reading = this.read('old');
      if (!this.keys) await reading;
    }
    try {
      return await this.known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.read('unknown');
      // The key may be a new one, which the issuer cannot show now.
      if (!this.isReachable) throw issuerUnavailable(this.failure);
      return this.known(header, token);
    }
  };

  private get known(): JWTVerifyGetKey {
    if (!this.keys) throw issuerUnavailable(this.failure);
    return this.keys;
  }

  /** Asks the issuer, with a pause between attempts: unknown keys in tokens must not cause a request each. Never rejects. */
  private read(keys: 'old' | 'unknown'): Promise<void> {
    if (!this.reading && performance.now() - this.triedAt < retrySeconds * 1000) return Promise.resolve();
    this.reading ??= this.readKeys().finally(() => {
      if (keys === 'unknown' || !this.isReachable) this.triedAt = performance.now();
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readKeys(): Promise<void> {
    try {
      const address = discoveryUrl(this.issuer);
      const { issuer, jwks_uri: keys } = metadataSchema.parse(await fetchJson(address));
      if (issuer !== this.issuer) throw new Error(`the metadata is of the issuer ${issuer}`);
      if (address.startsWith('https:') && !keys.startsWith('https:')) throw new Error('jwks_uri is not https');
      this.keys = createLocalJWKSet((await fetchJson(keys)) as JSONWebKeySet);
      this.readAt = performance.now();
      if (!this.isReachable) this.logger.log('Read the keys of JWT_ISSUER again');
      this.failure = undefined;
    } catch (error) {
      if (this.isReachable) this.logger.warn(`Cannot read the keys of JWT_ISSUER: ${errorMessage(error)}`);
      this.failure = error;
    }
  }
}

/** The address of the metadata of an issuer. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

async function fetchJson(address: string): Promise<unknown> {
  const headers = { Accept: 'application/json' };
  const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (response.ok) return response.json();
  await response.body?.cancel();
  throw new Error(`${address} responds ${response.status}`);
}
