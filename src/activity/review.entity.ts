import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('reviews')
export class ReviewEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('text', { name: 'place_id' })
  placeId!: string;

  @Column('text', { nullable: true })
  text!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  /** `numeric` comes as text, which is what the interface shows. */
  @Column('numeric', { nullable: true })
  rating!: string | null;

  @Column('integer', { name: 'thumbs_up', nullable: true })
  thumbsUp!: number | null;

  @Column('timestamptz')
  created!: Date;
}
