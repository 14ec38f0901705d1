import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What is asked of a place by identifier alone. The whole record joins the names of categories and is read by one
 * statement, in `place.records.ts`.
 */
@Entity('places')
export class PlaceEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;
}
