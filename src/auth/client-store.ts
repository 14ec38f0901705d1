import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not, type Repository } from 'typeorm';
import { type Environment } from '../config/environment.js';
import { ClientEntity } from './client.entity.js';
import { clientDecoys, type Comparison, findMatchingHash, hashSecret, verifySecret } from './passwords.js';
import { READ_SCOPE, TRUST_SCOPE } from './scopes.js';

/** A registered client. */
export interface Client {
  id: string;
  name: string;
  trusted: boolean;
  /** Has no secret (RFC 6749, section 2.1). */
  public: boolean;
  grants: string[];
  redirectUris: string[];
  /** Belongs to the operator: users are not asked for their consent. */
  firstParty: boolean;
  /** False for an old client that does not use PKCE; see `needsPkce`. */
  pkce: boolean;
  /** `REQUESTS/SECONDS`, instead of the quotas of the settings. */
  quota?: string;
  /** Until then, the previous secret works too. */
  previousSecretExpires?: Date;
  created: Date;
  disabled?: Date;
}

/** A client that has authenticated, or a public client, which cannot. */
export interface AuthenticatedClient extends Client {
  /** The hash that the secret matched. The client gets tokens only while it is in force. */
  secretHash: string | null;
}

type RegisteredFields = Pick<Client, 'name' | 'trusted' | 'public' | 'grants' | 'redirectUris'>;

/** Identifier and secret are generated if absent. */
export interface ClientRegistration extends RegisteredFields {
  id?: string;
  secret?: string;
  /** By default unchanged; true for a new client. */
  pkce?: boolean;
  firstParty?: boolean;
}

/** What can be changed of a client. Absent fields stay. */
export type ClientChanges = Partial<Omit<RegisteredFields, 'public'> & Pick<Client, 'firstParty' | 'pkce'>> & {
  /** null for the quotas of the settings. */
  quota?: string | null;
};

/** The grants a client can be registered for (RFC 6749). */
export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token', 'password'] as const;

export type GrantType = (typeof grantTypes)[number];

/** The grants that the service supports with these settings. */
export function supportedGrants(settings: Pick<Environment, 'OLD_CLIENTS'>): GrantType[] {
  return grantTypes.filter((grant) => grant !== 'password' || settings.OLD_CLIENTS.includes('password-grant'));
}

/** Whether a client has to use PKCE (RFC 7636). Public clients always have to. */
export function needsPkce(client: Client, settings: Pick<Environment, 'OLD_CLIENTS'>): boolean {
  return client.public || client.pkce || !settings.OLD_CLIENTS.includes('no-pkce');
}

/** The clients of the service, in PostgreSQL. */
@Injectable()
export class ClientStore {
  private readonly clients: Repository<ClientEntity>;

  /** @param database or a transaction */
  constructor(@Inject(DataSource) database: Pick<DataSource | EntityManager, 'getRepository'>) {
    this.clients = database.getRepository(ClientEntity);
  }

  /**
   * Registers a client, or updates the client with this identifier. A disabled client stays disabled. A changed secret revokes
   * the tokens of the client.
   *
   * @returns the secret, of which only a hash is stored; a public client has none
   */
  async register(registration: ClientRegistration): Promise<{ id: string; secret?: string }> {
    const { id = randomUUID(), secret = newSecret(), ...rest } = registration;
    const secretHash = rest.public ? null : await this.hashOf(id, secret);
    await this.clients.upsert({ ...rest, id, secretHash }, ['id']);
    return rest.public ? { id } : { id, secret };
  }

  async list(): Promise<Client[]> {
    return (await this.clients.find({ order: { created: 'ASC', id: 'ASC' } })).map(toClient);
  }

  /** @returns undefined if the client is unknown or disabled */
  async find(id: string): Promise<Client | undefined> {
    const found = await this.clients.findOneBy({ id, disabled: IsNull() });
    return found ? toClient(found) : undefined;
  }

  async findIncludingDisabled(id: string): Promise<Client | undefined> {
    const found = await this.clients.findOneBy({ id });
    return found ? toClient(found) : undefined;
  }

  /**
   * Compares a secret, and does not count the attempt: for the command line and the start.
   *
   * @returns undefined if the client is unknown or disabled, or the secret is wrong
   */
  async authenticate(id: string, secret: string): Promise<AuthenticatedClient | undefined> {
    const { client, ...stored } = await this.findWithHashes(id);
    const secretHash = await findMatchingHash({ secret, ...stored });
    return client && secretHash !== undefined ? { ...client, secretHash } : undefined;
  }

  /**
   * Finds a client with the hashes of its secrets. A comparison with `hashes` and `decoys` takes as long for an unknown client as for
   * a wrong secret, however many secrets the client has.
   *
   * @returns no client and no hashes if the client is unknown or disabled
   */
  async findWithHashes(id: string): Promise<{ client?: Client } & Pick<Comparison, 'hashes' | 'decoys'>> {
    const found = await this.clients.findOneBy({ id, disabled: IsNull() });
    if (!found) return { hashes: [], decoys: clientDecoys };
    return { client: toClient(found), hashes: secretHashesOf(found), decoys: clientDecoys };
  }

  /** @returns the changed client; undefined if it is unknown */
  async update(id: string, changes: ClientChanges): Promise<Client | undefined> {
    await this.clients.update({ id }, changes);
    return this.findIncludingDisabled(id);
  }

  /**
   * Replaces the secret of a client.
   *
   * @param overlap seconds for which the old secret works too. Without an overlap, the tokens of the client are revoked
   * @returns the new secret; undefined if the client is unknown or public
   */
  async rotateSecret(id: string, overlap?: number): Promise<string | undefined> {
    const secret = newSecret();
    const secretHash = await hashSecret(secret);
    const kept = overlap !== undefined && {
      previousSecretHash: () => 'secret_hash',
      previousSecretExpires: () => `now() + ${overlap} * interval '1 second'`,
    };
    const { affected } = await this.clients.update({ id, public: false }, { secretHash, ...kept });
    return affected === 1 ? secret : undefined;
  }

  /** Keeps the stored hash if the secret matches it: another hash would revoke the tokens of the client. */
  private async hashOf(id: string, secret: string): Promise<string> {
    const stored = (await this.clients.findOneBy({ id }))?.secretHash;
    return stored && (await verifySecret(secret, stored)) ? stored : hashSecret(secret);
  }

  /** @returns false if the client is unknown or is not disabled */
  async enable(id: string): Promise<boolean> {
    const { affected } = await this.clients.update({ id, disabled: Not(IsNull()) }, { disabled: null });
    return affected === 1;
  }

  /** @returns false if the client is unknown or was disabled before */
  async disable(id: string): Promise<boolean> {
    const { affected } = await this.clients.update({ id, disabled: IsNull() }, { disabled: () => 'now()' });
    return affected === 1;
  }
}

/** An SQL condition: the secret of the row in `clients` has this hash, or the previous secret has it and still works. */
export function hasSecretHash(parameter: string): string {
  return `(clients.secret_hash IS NOT DISTINCT FROM ${parameter}
    OR clients.previous_secret_hash = ${parameter} AND clients.previous_secret_expires > now())`;
}

/** All scopes (docs/tokens.md). */
export const scopeNames = [READ_SCOPE, TRUST_SCOPE];

/** The scopes that tokens of a client may have. */
export function scopesOf(client: Pick<Client, 'trusted'>): string[] {
  return client.trusted ? scopeNames : [READ_SCOPE];
}

/** The grants that a client may use. Only a trusted client may use `password`, even if another one is registered for it. */
export function grantsOf(client: Client): string[] {
  return client.grants.filter((grant) => grant !== 'password' || client.trusted);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The hashes of the secrets that are accepted. */
function secretHashesOf({ secretHash, previousSecretHash, previousSecretIsValid }: ClientEntity): string[] {
  return [secretHash, previousSecretIsValid ? previousSecretHash : null].filter((hashed) => hashed !== null);
}

function toClient(entity: ClientEntity): Client {
  const { id, name, trusted, grants, redirectUris, firstParty, pkce, quota, created, disabled } = entity;
  const { previousSecretIsValid, previousSecretExpires } = entity;
  return {
    ...{ id, name, trusted, public: entity.public, grants, redirectUris, firstParty, pkce },
    ...(quota !== null && { quota }),
    ...(previousSecretIsValid && previousSecretExpires && { previousSecretExpires }),
    created,
    ...(disabled && { disabled }),
  };
}

/**
 * Compares a requested redirect URI with the registered ones, character by character. Only the port of a loopback URI
 * may differ: native apps learn it when they start to listen (RFC 8252, section 7.3).
 *
 * @param requested may be absent if exactly one URI is registered
 * @returns the URI to redirect to; undefined if the requested URI is not registered
 */
export function findRedirectUri(requested: string | undefined, registered: readonly string[]): string | undefined {
  if (requested === undefined) return registered.length === 1 ? registered[0] : undefined;
  const wanted = withoutLoopbackPort(requested);
  return registered.some((uri) => withoutLoopbackPort(uri) === wanted) ? requested : undefined;
}

function withoutLoopbackPort(uri: string): string {
  const [, before, port, after] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?((?:[/?].*)?)$/s.exec(uri) ?? [];
  if (before === undefined || Number(port ?? 80) > 65_535) return uri;
  return `${before}${after ?? ''}`;
}
