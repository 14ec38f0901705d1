import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A user who is signed in with a browser. The identifier is only in the cookie; its SHA-256 is stored. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('bytea')
  digest!: Buffer;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created!: Date;

  @Column('timestamptz')
  expires!: Date;
}
