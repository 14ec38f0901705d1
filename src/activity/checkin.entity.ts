import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('checkins')
export class CheckinEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('text', { name: 'place_id' })
  placeId!: string;

  @Column('text', { nullable: true })
  source!: string | null;

  @Column('timestamptz')
  created!: Date;
}
