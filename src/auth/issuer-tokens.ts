import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit, Optional } from '@nestjs/common';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult } from 'jose';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ReadDatabase } from '../database/read-database.js';
import { isStorable } from '../http/parameters.js';
import { ProblemError } from '../http/problems.js';
import { type Principal } from './access.js';
import { TRUST_SCOPE } from './scopes.js';
import { scopeNames } from './client-store.js';
import { IssuerKeys } from './issuer-keys.js';
import { invalidToken, issuerUnavailable, retrySeconds } from './token-problems.js';
import { type FoundToken } from './token-store.js';

/** Asymmetric ones: with HMAC, the public key would be the secret, and anybody could sign. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Tokens of other types have the same signer, such as logout tokens. RFC 9068 has `at+jwt`. */
const types = ['jwt', 'at+jwt', 'application/at+jwt'];

/**
 * `cnf`: the token is bound to a key of the client (RFC 8705, RFC 9449), whose proof this service does not check. The others are
 * claims of ID tokens, whose header has the type `JWT` at some issuers.
 */
const rejectedClaims = ['cnf', 'nonce', 'at_hash'];

/** In characters. Issuers that write all groups of a user into a token need about 8,000. */
const maxLength = 16_384;

/** Seconds that the clocks of the issuer and of this machine may differ. */
const clockTolerance = 30;

const activeOwner = `
  SELECT clients.quota, clients.trusted FROM (SELECT $1::text AS client, $2::text AS "user") AS owner
    LEFT JOIN clients ON clients.id = owner.client
    LEFT JOIN users ON users.id = owner."user"
   WHERE clients.disabled IS NULL AND users.disabled IS NULL AND (owner."user" IS NULL OR users.id IS NOT NULL)`;

type Settings = Pick<Environment, 'JWT_ISSUER' | 'JWT_AUDIENCE' | 'JWT_USER_CLAIM' | 'JWT_SCOPE_CLAIMS'>;

type IssuerToken = Pick<FoundToken, 'principal' | 'remainingMs'>;

interface Issuer {
  keys: IssuerKeys;
  rules: JWTVerifyOptions;
}

/** Access tokens of the configured issuer: signed JWTs (RFC 7519, RFC 9068). */
@Injectable()
export class IssuerTokens implements OnModuleInit, OnApplicationShutdown {
  private readonly issuer: Issuer | undefined;

  constructor(
    @Inject(ENVIRONMENT) private readonly settings: Settings,
    private readonly reads: ReadDatabase,
    @Optional() pauseMs = retrySeconds * 1000,
  ) {
    const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = settings;
    if (issuer === undefined || audience === undefined) return;
    const rules = { issuer, audience, algorithms, clockTolerance, requiredClaims: ['exp'] };
    this.issuer = { keys: new IssuerKeys(issuer, pauseMs), rules };
  }

  /** Whether the keys of the issuer could be read the last time; undefined without an issuer. */
  get isReachable(): boolean | undefined {
    return this.issuer?.keys.isReachable;
  }

  /** Shows a wrong `JWT_ISSUER` in the log and the metrics before the first token. The start does not wait for it. */
  onModuleInit(): void {
    void this.issuer?.keys.read();
  }

  onApplicationShutdown(): void {
    this.issuer?.keys.stop();
  }

  /**
   * Verifies a token, and finds its client and user.
   *
   * @returns undefined if it does not have the form of the issuer's tokens, or there is no issuer. Tokens of this service have no dots
   * @throws ProblemError `token_invalid`, which says why, or `issuer_unavailable`
   */
  find(token: string): Promise<IssuerToken> | undefined {
    return this.issuer && token.includes('.') ? this.verify(token, this.issuer) : undefined;
  }

  private async verify(token: string, { keys, rules }: Issuer): Promise<IssuerToken> {
    if (token.length > maxLength) throw invalidToken(`The access token is longer than ${maxLength} characters.`);
    const { payload, protectedHeader } = await verifyJwt(token, keys, rules);
    const { typ } = protectedHeader;
    // Keycloak writes what a token is into its payload.
    if ((typ !== undefined && !types.includes(typ.toLowerCase())) || payload.typ === 'ID') throw wrongClaim('typ');
    const rejected = rejectedClaims.find((claim) => payload[claim] !== undefined);
    if (rejected !== undefined)
      throw invalidToken(`This service does not accept access tokens with the claim ${rejected} in them.`);
    const principal = await this.asRegistered(this.principalOf(payload));
    return { principal, remainingMs: ((payload.exp ?? 0) + clockTolerance) * 1000 - Date.now() };
  }

  private principalOf(payload: JWTPayload): Principal {
    const { JWT_USER_CLAIM: userClaim, JWT_SCOPE_CLAIMS: scopeClaims } = this.settings;
    const clientId = payload.client_id ?? payload.azp;
    if (typeof clientId !== 'string' || !/^[\x21-\x7E]{1,100}$/.test(clientId)) throw wrongClaim('client_id or azp');
    const user = claimOf(payload, userClaim);
    if (user !== undefined && (typeof user !== 'string' || !isStorable(user))) throw wrongClaim(userClaim);
    const given = scopeClaims.flatMap((name) => textsOf(claimOf(payload, name)));
    const scope = scopeNames.filter((name) => given.includes(name));
    // RFC 9068, section 2.2: without a user, `sub` is the client.
    return {
      clientId,
      ...(user !== undefined && user !== clientId && { userId: user }),
      scope,
      trusted: scope.includes(TRUST_SCOPE),
    };
  }

  /** Adds what is registered here about the client, if it is. @throws ProblemError `token_invalid` */
  private async asRegistered(principal: Principal): Promise<Principal> {
    const owner = [principal.clientId, principal.userId ?? null];
    const [row] = await this.reads.query<{ quota: string | null; trusted: boolean | null }[]>(activeOwner, owner);
    if (!row)
      throw invalidToken('The user of the access token is unknown here, or the user or the client is disabled.');
    // Null: the client is not registered here, and the issuer decides alone.
    const trusted = principal.trusted && row.trusted !== false;
    return { ...principal, trusted, ...(row.quota !== null && { quota: row.quota }) };
  }
}

async function verifyJwt(token: string, keys: IssuerKeys, rules: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys.find, rules);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (error instanceof errors.JWTExpired) throw invalidToken('The access token has expired.');
    if (error instanceof errors.JWTClaimValidationFailed) throw wrongClaim(error.claim);
    if (error instanceof errors.JOSEError) throw invalidToken('The access token is malformed or has another signer.');
    // Not a fault of the token: the issuer published a key that cannot be used.
    throw issuerUnavailable(error);
  }
}

/** @param claim a name in a setting or of the standard, in printable ASCII without quotes */
function wrongClaim(claim: string) {
  return invalidToken(`This service does not accept the access token: ${claim} is missing or has another value.`);
}

/** Reads a claim by its name, else by its path: `realm_access.roles`. */
function claimOf(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name.split('.').reduce<unknown>((value, part) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    return isObject ? (value as Record<string, unknown>)[part] : undefined;
  }, payload);
}

/** A list, or a text with spaces between. */
function textsOf(claim: unknown): unknown[] {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim : [];
}
