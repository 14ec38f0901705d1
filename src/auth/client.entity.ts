import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('clients')
export class ClientEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  /** argon2id. */
  @Column('text', { name: 'secret_hash' })
  secretHash!: string;

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
