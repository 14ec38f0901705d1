import { Injectable } from '@nestjs/common';
import { PlaceSearcher } from '../search-index/place-searcher.js';
import { allCategories } from '../search-body/category-count.js';
import { type CategoryKey, readCategoryKey } from '../search-index/mapping/category-key.js';
import { type CategoryMatch, type FoldedName, foldName, foldText, matchCategory } from './category-match.js';

/** A category or subcategory that has places. */
export interface CategoryName extends CategoryKey {
  /** Its key in the index. */
  readonly key: string;
  readonly folded: FoldedName;
}

/** A category whose name matches the typed text, and how it matches. */
export interface MatchedCategory {
  readonly category: CategoryName;
  readonly match: Exclude<CategoryMatch, undefined>;
}

/** The names are read again after this time. The index itself shows a change within a second. */
const refreshAfterMs = 500;

/** Older names are not used. Until then they are used while new ones are read, which may take long. */
const maxAgeMs = 750;

/** The names of all categories that have places. They are few, so they are matched in memory. */
@Injectable()
export class CategoryNames {
  private names: readonly CategoryName[] = [];
  /** When the last successful read started, by `performance.now()`. */
  private readAt = -Infinity;
  private pending: Promise<readonly CategoryName[]> | undefined;
  private byKey = new Map<string, CategoryName>();

  constructor(private readonly searcher: PlaceSearcher) {}

  /**
   * The categories whose names match the text, those with the most places first.
   *
   * @throws ProblemError `search_unavailable`
   */
  async matching(text: string): Promise<MatchedCategory[]> {
    const typed = foldText(text);
    return (await this.current()).flatMap((category) => {
      const match = matchCategory(category.folded, typed);
      return match === undefined ? [] : [{ category, match }];
    });
  }

  private async current(): Promise<readonly CategoryName[]> {
    const age = performance.now() - this.readAt;
    if (age <= refreshAfterMs) return this.names;
    this.pending ??= this.read().finally(() => {
      this.pending = undefined;
    });
    if (age > maxAgeMs) return this.pending;
    // If reads keep failing, the names get too old and the next caller gets the error.
    this.pending.catch(() => undefined);
    return this.names;
  }

  private async read(): Promise<readonly CategoryName[]> {
    const startedAt = performance.now();
    const keys = await this.searcher.categoryKeys(allCategories(), { cost: 1 });
    // Names that were read before are not parsed and folded again.
    this.byKey = new Map(keys.map((key) => [key, this.byKey.get(key) ?? toName(key)]));
    this.names = [...this.byKey.values()];
    this.readAt = startedAt;
    return this.names;
  }
}

function toName(key: string): CategoryName {
  const category = readCategoryKey(key);
  return { ...category, key, folded: foldName(category.name) };
}
