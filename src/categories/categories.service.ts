import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type CacheDependency, CacheVersions } from '../response-cache/dependencies.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { VersionedCache } from '../response-cache/versioned-cache.js';
import { type Category } from './category.js';
import { type Page, pageOf, type PageRequest } from '../http/response.js';
import { ProblemError, quoted } from '../http/problems.js';
import { selectCategories } from '../places/place.js';
import { fold } from '../places/words/fold.js';

/** What the list of categories and single categories are read from. */
export const categoryDependencies: CacheDependency[] = ['categories', 'subcategories'];

/** While the version of the tables is unknown. */
const maxUnknownAgeMs = 1000;

/**
 * All categories with their subcategories, in order. They are kept until they change: the number of different requests has
 * no limit, and each would read all of them.
 */
@Injectable()
export class CategoryCatalogue {
  private readonly cached: VersionedCache<readonly Category[]>;

  constructor(
    private readonly reads: ReadDatabase,
    private readonly cache: ResponseCache,
    versions: CacheVersions,
  ) {
    this.cached = new VersionedCache(versions, { maxSize: 1, sizeOf: () => 1, maxUnknownAgeMs });
  }

  all(): Promise<readonly Category[]> {
    if (!this.cache.isOn) return this.read();
    return this.cached.fetch({ key: 'all', dependencies: categoryDependencies }, () => this.read());
  }

  private async read(): Promise<Category[]> {
    const all = await this.reads.query<Category[]>(selectCategories);
    for (const category of all) category.subcategories.sort(byFoldedName);
    return all.sort(byFoldedName);
  }
}

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
  async list(request: PageRequest): Promise<Page<Category>> {
    return pageOf(await this.catalogue.all(), request);
  }
}

interface Named {
  id: string;
  name: string;
}

/** Compares by name, folded as in place search, then by identifier. Both in code point order. */
export function byFoldedName(a: Named, b: Named): number {
  return byCodePoint(fold(a.name), fold(b.name)) || byCodePoint(a.id, b.id);
}

/** UTF-8 bytes have the order of code points. JavaScript compares UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
