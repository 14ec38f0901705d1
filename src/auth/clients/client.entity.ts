import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('clients')
export class ClientEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  /** argon2id; null for a public client, which has no secret. */
  @Column('text', { name: 'secret_hash', nullable: true })
  secretHash!: string | null;

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

  @CreateDateColumn({ type: 'timestamptz' })
  created!: Date;

  @Column('timestamptz', { nullable: true })
  disabled!: Date | null;
}
