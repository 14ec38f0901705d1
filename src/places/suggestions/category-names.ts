import { Injectable } from '@nestjs/common';
import { PlaceSearcher } from '../search-index/place-searcher.js';
import { type SpentTime } from '../search-index/search-protection.js';
import { SharedRead } from '../search-index/shared-read.js';
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

/** The names of all categories that have places. They are few, so they are matched in memory. */
@Injectable()
export class CategoryNames {
  private byKey = new Map<string, CategoryName>();
  private readonly names = new SharedRead((spent) => this.read(spent));

  constructor(private readonly searcher: PlaceSearcher) {}

  /**
   * The categories whose names match the text, those with the most places first.
   *
   * @param spent gets what the request waits for the names
   * @throws ProblemError `search_unavailable`
   */
  async matching(text: string, spent: SpentTime): Promise<MatchedCategory[]> {
    const typed = foldText(text);
    return (await this.names.current(spent)).flatMap((category) => {
      const match = matchCategory(category.folded, typed);
      return match === undefined ? [] : [{ category, match }];
    });
  }

  private async read(spent: SpentTime): Promise<readonly CategoryName[]> {
    const keys = await this.searcher.categoryKeys(allCategories(), { cost: 1, spent });
    // Names that were read before are not parsed and folded again.
    this.byKey = new Map(keys.map((key) => [key, this.byKey.get(key) ?? toName(key)]));
    return [...this.byKey.values()];
  }
}

function toName(key: string): CategoryName {
  const category = readCategoryKey(key);
  return { ...category, key, folded: foldName(category.name) };
}
