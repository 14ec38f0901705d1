import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { ClientEntity } from './client.entity.js';
import { hashSecret, verifySecret } from './passwords.js';
import { trustScope } from './token.store.js';

/** A client as it is registered. */
export interface Client {
  id: string;
  name: string;
  trusted: boolean;
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
  grants: string[];
  redirectUris: string[];
}

/** The grants a client can be registered for (RFC 6749). */
export const grantTypes = ['client_credentials', 'password'] as const;

/** The clients of the service, in PostgreSQL. */
@Injectable()
export class ClientStore {
  constructor(@InjectRepository(ClientEntity) private readonly clients: Repository<ClientEntity>) {}

  /**
   * Registers a client, or brings the one with this identifier to the given state.
   *
   * @returns the client's secret, which is shown once and kept only as a hash
   */
  async register(registration: Registration): Promise<{ id: string; secret: string }> {
    const { id = randomUUID(), secret = randomBytes(32).toString('base64url'), ...rest } = registration;
    await this.clients.upsert({ ...rest, id, secretHash: await hashSecret(secret), disabled: null }, ['id']);
    return { id, secret };
  }

  async list(): Promise<Client[]> {
    return (await this.clients.find({ order: { created: 'ASC', id: 'ASC' } })).map(toClient);
  }

  /** The client of that identifier, unless it is disabled. */
  async find(id: string): Promise<Client | undefined> {
    const found = await this.clients.findOneBy({ id, disabled: IsNull() });
    return found ? toClient(found) : undefined;
  }

  /** The client, when the secret is its own and it is not disabled. Takes as long for one that does not exist. */
  async authenticate(id: string, secret: string): Promise<Client | undefined> {
    const found = await this.clients.findOneBy({ id, disabled: IsNull() });
    const matches = await verifySecret(secret, found?.secretHash);
    return found && matches ? toClient(found) : undefined;
  }

  /** @returns whether there was such a client, and it was enabled */
  async disable(id: string): Promise<boolean> {
    const { affected } = await this.clients.update({ id, disabled: IsNull() }, { disabled: new Date() });
    return affected === 1;
  }
}

/** All scopes that a client may have (design, section 4). */
export function scopesOf(client: Pick<Client, 'trusted'>): string[] {
  return client.trusted ? ['read', trustScope] : ['read'];
}

function toClient(entity: ClientEntity): Client {
  const { id, name, trusted, grants, redirectUris, created, disabled } = entity;
  return { id, name, trusted, grants, redirectUris, created, ...(disabled && { disabled }) };
}
