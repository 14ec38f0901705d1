import { Column, Entity, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { SubcategoryEntity } from './subcategory.entity.js';

@Entity('categories')
export class CategoryEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @OneToMany(() => SubcategoryEntity, 'category')
  subcategories!: Relation<SubcategoryEntity[]>;
}
