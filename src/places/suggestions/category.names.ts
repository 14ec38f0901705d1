import { Injectable } from '@nestjs/common';
import { PlaceIndex } from '../index/place.index.js';
import { allCategories } from '../query/category-count.js';
import { type CategoryKey, readCategoryKey } from '../query/category-key.js';
import { type CategoryMatch, type FoldedText, foldText, matchCategory } from '../query/category-match.js';

/** A category or subcategory that has places. */
export interface CategoryName extends CategoryKey {
  /** As the index holds it. */
  readonly key: string;
  readonly folded: FoldedText;
}

/** A name that answers what was typed, and how. */
export interface CategoryAnswer {
  readonly category: CategoryName;
  readonly match: Exclude<CategoryMatch, undefined>;
}

/** Milliseconds. The index itself shows a change after a second. */
const timeToLive = 500;

/** The names of all categories that have places: they are few, and looked through here while the index finds places. */
@Injectable()
export class CategoryNames {
  private names: Promise<readonly CategoryName[]> | undefined;
  private asked = 0;
  private known = new Map<string, CategoryName>();

  constructor(private readonly index: PlaceIndex) {}

  /**
   * The categories whose names answer a text, those with the most places first.
   *
   * @throws ProblemError `search_unavailable`
   */
  async matching(text: string): Promise<CategoryAnswer[]> {
    const typed = foldText(text);
    return (await this.current()).flatMap((category) => {
      const match = matchCategory(category.folded, typed);
      return match === undefined ? [] : [{ category, match }];
    });
  }

  private current(): Promise<readonly CategoryName[]> {
    const now = Date.now();
    if (this.names === undefined || now - this.asked > timeToLive) {
      this.asked = now;
      this.names = this.read();
      this.names.catch(() => {
        this.names = undefined;
      });
    }
    return this.names;
  }

  /** Reads each name once for as long as it is there. */
  private async read(): Promise<readonly CategoryName[]> {
    const keys = await this.index.categoryKeys(allCategories());
    this.known = new Map(keys.map((key) => [key, this.known.get(key) ?? toName(key)]));
    return [...this.known.values()];
  }
}

function toName(key: string): CategoryName {
  const category = readCategoryKey(key);
  return { ...category, key, folded: foldText(category.name) };
}
