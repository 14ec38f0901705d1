import { Logger } from '@nestjs/common';
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type JWTVerifyGetKey,
} from 'jose';
import { z } from 'zod';
import { errorMessage } from '../config/error-message.js';
import { invalidToken, issuerUnavailable } from './token-problems.js';

/** Keys of this age, in milliseconds, are read again while requests still use them. */
const maxAgeMs = 600_000;

/** For the metadata and the keys together. */
const timeoutMs = 2000;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** The public keys of an OpenID Connect issuer, found by its metadata (OpenID Connect Discovery 1.0, RFC 7517). */
export class IssuerKeys {
  private readonly logger = new Logger(IssuerKeys.name);
  private readonly stopping = new AbortController();
  private keys: ReturnType<typeof createLocalJWKSet> | undefined;
  private readAt = -Infinity;
  /** When the keys were last read because of an unknown one. */
  private unknownAt = -Infinity;
  private reading: Promise<void> | undefined;
  private failure: unknown;
  private timer: NodeJS.Timeout | undefined;

  /** @param pauseMs between two reads after a failure, and between two reads for unknown keys */
  constructor(
    private readonly issuer: string,
    private readonly pauseMs: number,
  ) {}

  /** Whether the keys could be read the last time. */
  get isReachable(): boolean {
    return this.failure === undefined;
  }

  /** Reads the keys again if they can be read now. Never rejects. */
  read(): Promise<void> {
    this.reading ??= this.readKeys().finally(() => (this.reading = undefined));
    return this.reading;
  }

  stop(): void {
    this.stopping.abort();
    clearTimeout(this.timer);
  }

  /**
   * Finds the key of a token. Known keys are used while the issuer is unavailable.
   *
   * @throws ProblemError `token_invalid` if the token names no key; `issuer_unavailable` if its key is not known and cannot be read now
   * @throws JOSEError if the issuer has no such key
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    // Without it, an issuer with two keys of one type would have two that fit.
    if (header.kid === undefined) throw invalidToken('The header of the access token has no kid, the name of its key.');
    if (this.isReachable && performance.now() - this.readAt > maxAgeMs) {
      const reading = this.read();
      if (!this.keys) await reading;
    }
    const key = (await this.known(header, token)) ?? (await this.readUnknown(header, token));
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };

  private async known(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    if (!this.keys) throw issuerUnavailable(this.failure);
    try {
      return await this.keys(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined;
      throw error;
    }
  }

  /** Anybody can send tokens with unknown keys. So they cause few reads, and none waits for an issuer that did not respond. */
  private async readUnknown(header: JWSHeaderParameters, token: FlattenedJWSInput) {
    if (this.isReachable && this.reading) {
      // Begun before the token came, so the key may be newer.
      await this.reading;
      const key = await this.known(header, token);
      if (key) return key;
    }
    this.ensureReachable();
    if (!this.reading) {
      if (performance.now() - this.unknownAt < this.pauseMs) throw issuerUnavailable(undefined);
      this.unknownAt = performance.now();
    }
    await this.read();
    this.ensureReachable();
    return this.known(header, token);
  }

  private ensureReachable(): void {
    if (!this.isReachable) throw issuerUnavailable(this.failure);
  }

  private async readKeys(): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.stopping.signal]);
    try {
      const address = discoveryUrl(this.issuer);
      const { issuer, jwks_uri: location } = metadataSchema.parse(await fetchJson(address, signal));
      if (issuer !== this.issuer) throw new Error(`the metadata is of the issuer ${issuer}`);
      if (address.startsWith('https:') && !location.startsWith('https:')) throw new Error('jwks_uri is not https');
      const published = (await fetchJson(location, signal)) as JSONWebKeySet;
      const keys = createLocalJWKSet(published);
      if (published.keys.length === 0) throw new Error(`${location} has no keys`);
      this.keys = keys;
      this.readAt = performance.now();
      if (!this.isReachable) this.logger.log('Read the keys of JWT_ISSUER again');
      this.failure = undefined;
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      if (this.isReachable) this.logger.warn(`Cannot read the keys of JWT_ISSUER: ${errorMessage(error)}`);
      this.failure = error;
      this.timer = setTimeout(() => void this.read(), this.pauseMs).unref();
    }
  }
}

/** The address of the metadata of an issuer. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, redirect: 'error', signal });
  if (response.ok) return response.json();
  await response.body?.cancel();
  throw new Error(`${address} responds ${response.status}`);
}
