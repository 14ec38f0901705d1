import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('follows')
export class FollowEntity {
  @PrimaryColumn('text', { name: 'follower_id' })
  followerId!: string;

  @PrimaryColumn('text', { name: 'following_id' })
  followingId!: string;

  @Column('timestamptz')
  created!: Date;
}
