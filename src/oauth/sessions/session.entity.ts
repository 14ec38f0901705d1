import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A person who is signed in with a browser. The identifier is in their cookie only; kept is its SHA-256. */
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
