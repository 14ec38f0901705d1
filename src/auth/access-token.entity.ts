import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An access token. Only the SHA-256 of the token is stored. */
@Entity('access_tokens')
export class AccessTokenEntity {
  @PrimaryColumn('bytea')
  digest!: Buffer;

  @Column('text', { name: 'client_id' })
  clientId!: string;

  @Column('text', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('text', { array: true })
  scope!: string[];

  @CreateDateColumn({ type: 'timestamptz' })
  created!: Date;

  @Column('timestamptz')
  expires!: Date;

  @Column('timestamptz', { nullable: true })
  revoked!: Date | null;
}
