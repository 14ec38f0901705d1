import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Page, type PageRequest } from '../http/request/paging.js';
import { ProblemError, quoted } from '../http/problems/problems.js';
import { byFoldedName } from './by-folded-name.js';
import { type Category } from './category.js';
import { CategoryEntity } from './category.entity.js';

@Injectable()
export class CategoriesService {
  constructor(private readonly reads: ReadDatabase) {}

  /** @throws ProblemError `category_not_found` */
  async get(id: string): Promise<Category> {
    const question = { where: { id }, relations: { subcategories: true } };
    const found = await this.reads.from(CategoryEntity, (categories) => categories.findOne(question));
    if (!found) throw new ProblemError('category_not_found', `There is no category ${quoted(id)}.`);
    return toCategory(found);
  }

  /** All categories, or a part of them. There are some hundreds at most, so they are ordered here, by folded name. */
  async list({ rows, start }: PageRequest): Promise<Page<Category>> {
    const all = await this.reads.from(CategoryEntity, (rows) => rows.find({ relations: { subcategories: true } }));
    return {
      found: all.length,
      items: all
        .sort(byFoldedName)
        .slice(start, start + rows)
        .map(toCategory),
    };
  }
}

function toCategory({ id, name, subcategories }: CategoryEntity): Category {
  const sorted = [...subcategories].sort(byFoldedName);
  return { id, name, subcategories: sorted.map((subcategory) => ({ id: subcategory.id, name: subcategory.name })) };
}
