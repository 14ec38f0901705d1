import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Page, type PageRequest } from '../http/request/paging.js';
import { ProblemError, quoted } from '../http/problems/problems.js';
import { byFoldedName } from './by-folded-name.js';
import { type Category } from './category.js';
import { CategoryCatalogue, selectCategories } from './category-catalogue.js';

@Injectable()
export class CategoriesService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly catalogue: CategoryCatalogue,
  ) {}

  /** @throws ProblemError `category_not_found` */
  async get(id: string): Promise<Category> {
    const [category] = await this.reads.query<Category[]>(`${selectCategories} WHERE category.id = $1`, [id]);
    if (!category) throw new ProblemError('category_not_found', `There is no category ${quoted(id)}.`);
    return { ...category, subcategories: category.subcategories.sort(byFoldedName) };
  }

  /** A page of all categories, ordered by folded name. */
  async list({ rows, start }: PageRequest): Promise<Page<Category>> {
    const all = await this.catalogue.all();
    return { found: all.length, items: all.slice(start, start + rows) };
  }
}
