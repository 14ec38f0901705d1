import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

@Entity('subcategories')
export class SubcategoryEntity {
  @PrimaryColumn('text', { name: 'category_id' })
  categoryId!: string;

  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  /** The other side names this entity as its target; naming it back by class would be a circular import. */
  @ManyToOne('CategoryEntity', 'subcategories')
  @JoinColumn({ name: 'category_id' })
  category!: Relation<unknown>;
}
