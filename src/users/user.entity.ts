import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  email!: string | null;

  /** argon2id; absent for users who cannot sign in. */
  @Column('text', { name: 'password_hash', nullable: true, select: false })
  passwordHash?: string | null;

  /** Since when the user can no longer sign in. */
  @Column('timestamptz', { nullable: true, select: false })
  disabled?: Date | null;

  /** `YYYY-MM-DD`. */
  @Column('date', { nullable: true })
  birth!: string | null;

  @Column('text', { nullable: true })
  gender!: string | null;

  @Column('text', { name: 'photo_small', nullable: true })
  photoSmall!: string | null;

  @Column('text', { name: 'photo_medium', nullable: true })
  photoMedium!: string | null;

  @Column('text', { name: 'photo_large', nullable: true })
  photoLarge!: string | null;

  @Column('text', { name: 'photo_original', nullable: true })
  photoOriginal!: string | null;

  @Column('integer')
  reviews!: number;

  @Column('integer')
  places!: number;

  @Column('integer')
  photos!: number;

  @Column('integer')
  checkins!: number;
}
