import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Page, type PageRequest } from '../http/request/paging.js';
import { ProblemError, quoted } from '../http/problems/problems.js';
import { byFoldedName } from './by-folded-name.js';
import { type Category } from './category.js';

const allCategories = `
  SELECT category.id, category.name, COALESCE(
    (SELECT json_agg(json_build_object('id', id, 'name', name)) FROM subcategories WHERE category_id = category.id), '[]'
  ) AS subcategories
  FROM categories AS category`;

@Injectable()
export class CategoriesService {
  constructor(private readonly reads: ReadDatabase) {}

  /** @throws ProblemError `category_not_found` */
  async get(id: string): Promise<Category> {
    const [category] = await this.reads.query<Category[]>(`${allCategories} WHERE category.id = $1`, [id]);
    if (!category) throw new ProblemError('category_not_found', `There is no category ${quoted(id)}.`);
    return withSortedSubcategories(category);
  }

  /** A page of all categories, ordered by folded name. They are sorted here: a directory has a few hundred at most. */
  async list({ rows, start }: PageRequest): Promise<Page<Category>> {
    const all = await this.reads.query<Category[]>(allCategories);
    const page = all.sort(byFoldedName).slice(start, start + rows);
    return { found: all.length, items: page.map(withSortedSubcategories) };
  }
}

function withSortedSubcategories(category: Category): Category {
  return { ...category, subcategories: [...category.subcategories].sort(byFoldedName) };
}
