import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { ClientEntity } from './client.entity.js';
import { hashSecret, verifySecret } from '../passwords.js';
import { readScope, trustScope } from '../access/scopes.js';

/** A client as it is registered. */
export interface Client {
  id: string;
  name: string;
  trusted: boolean;
  /** It has no secret (RFC 6749, section 2.1). */
  public: boolean;
  grants: string[];
  redirectUris: string[];
  created: Date;
  disabled?: Date;
}

/** What a registration needs; identifier and secret are made up when they are not given. */
export interface Registration {
  id?: string;
  secret?: string;
  name: string;
  trusted: boolean;
  public: boolean;
  grants: string[];
  redirectUris: string[];
}

/** The grants a client can be registered for (RFC 6749). */
export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token', 'password'] as const;

export type GrantType = (typeof grantTypes)[number];

/** The clients of the service, in PostgreSQL. */
@Injectable()
export class ClientStore {
  constructor(@InjectRepository(ClientEntity) private readonly clients: Repository<ClientEntity>) {}

  /**
   * Registers a client, or brings the one with this identifier to the given state; a disabled one stays disabled.
   *
   * @returns the client's secret, which is shown once and kept only as a hash; a public client has none
   */
  async register(registration: Registration): Promise<{ id: string; secret?: string }> {
    const { id = randomUUID(), secret = newSecret(), ...rest } = registration;
    const secretHash = rest.public ? null : await hashSecret(secret);
    await this.clients.upsert({ ...rest, id, secretHash }, ['id']);
    return rest.public ? { id } : { id, secret };
  }

  async list(): Promise<Client[]> {
    return (await this.clients.find({ order: { created: 'ASC', id: 'ASC' } })).map(toClient);
  }

  /** The client of that identifier, unless it is disabled. */
  async find(id: string): Promise<Client | undefined> {
    const found = await this.clients.findOneBy({ id, disabled: IsNull() });
    return found ? toClient(found) : undefined;
  }

  /** The client of that identifier, disabled or not. */
  async findRegistered(id: string): Promise<Client | undefined> {
    const found = await this.clients.findOneBy({ id });
    return found ? toClient(found) : undefined;
  }

  /**
   * The client, when the secret is its own and it is not disabled. Takes as long for one that does not exist.
   *
   * @param before what is done right before the secret is compared
   */
  async authenticate(id: string, secret: string, before?: () => Promise<void>): Promise<Client | undefined> {
    const found = await this.clients.findOneBy({ id, disabled: IsNull() });
    const matches = await verifySecret(secret, found?.secretHash, before);
    return found && matches ? toClient(found) : undefined;
  }

  /**
   * Gives a client a new secret; the one before is no longer good. Tokens stay.
   *
   * @returns the secret; undefined when there is no such client, or it is public
   */
  async rotateSecret(id: string): Promise<string | undefined> {
    const secret = newSecret();
    const { affected } = await this.clients.update({ id, public: false }, { secretHash: await hashSecret(secret) });
    return affected === 1 ? secret : undefined;
  }

  /** @returns whether there was such a client, and it was enabled */
  async disable(id: string): Promise<boolean> {
    const { affected } = await this.clients.update({ id, disabled: IsNull() }, { disabled: new Date() });
    return affected === 1;
  }
}

/** All scopes that there are (design, section 4). */
export const scopeNames = [readScope, trustScope];

/** All scopes that a client may have. */
export function scopesOf(client: Pick<Client, 'trusted'>): string[] {
  return client.trusted ? scopeNames : [readScope];
}

/** The grants that a client may use: the password grant is for trusted ones only, whatever their registration says. */
export function grantsOf(client: Client): string[] {
  return client.grants.filter((grant) => grant !== 'password' || client.trusted);
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function toClient(entity: ClientEntity): Client {
  const { id, name, trusted, grants, redirectUris, created, disabled } = entity;
  return { id, name, trusted, public: entity.public, grants, redirectUris, created, ...(disabled && { disabled }) };
}
