import { Column, CreateDateColumn, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';

@Entity('clients')
export class ClientEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  /** argon2id; null for a public client, which has no secret. */
  @Column('text', { name: 'secret_hash', nullable: true })
  secretHash!: string | null;

  /** The previous secret, which works until `previousSecretExpires`. */
  @Column('text', { name: 'previous_secret_hash', nullable: true })
  previousSecretHash!: string | null;

  @Column('timestamptz', { name: 'previous_secret_expires', nullable: true })
  previousSecretExpires!: Date | null;

  /** By the clock of PostgreSQL, which all replicas share; null without a previous secret. */
  @VirtualColumn('boolean', { query: (table) => `${table}.previous_secret_expires > now()` })
  previousSecretIsValid!: boolean | null;

  /** Has no secret (RFC 6749, section 2.1). */
  @Column('boolean', { default: false })
  public!: boolean;

  @Column('boolean')
  trusted!: boolean;

  /** OAuth 2.0 grant types that the client is registered for (RFC 6749). */
  @Column('text', { array: true })
  grants!: string[];

  @Column('text', { name: 'redirect_uris', array: true, default: '{}' })
  redirectUris!: string[];

  /** `REQUESTS/SECONDS`, instead of the quotas of the settings. */
  @Column('text', { nullable: true })
  quota!: string | null;

  /** Users are not asked for their consent. */
  @Column('boolean', { name: 'first_party', default: false })
  firstParty!: boolean;

  /** Whether the client must use PKCE. False has an effect only with `no-pkce` in OLD_CLIENTS. */
  @Column('boolean', { default: true })
  pkce!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  created!: Date;

  @Column('timestamptz', { nullable: true })
  disabled!: Date | null;
}
