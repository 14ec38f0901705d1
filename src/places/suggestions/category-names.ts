import { Injectable } from '@nestjs/common';
import { PlaceSearcher } from '../search-index/place-searcher.js';
import { allCategories } from '../search-body/category-count.js';
import { type CategoryKey, readCategoryKey } from '../search-index/mapping/category-key.js';
import { type CategoryMatch, type FoldedName, foldName, foldText, matchCategory } from './category-match.js';

/** A category or subcategory that has places. */
export interface CategoryName extends CategoryKey {
  /** As the index holds it. */
  readonly key: string;
  readonly folded: FoldedName;
}

/** A name that answers what was typed, and how. */
export interface CategorySuggestion {
  readonly category: CategoryName;
  readonly match: Exclude<CategoryMatch, undefined>;
}

/** Milliseconds after which the names are read again; the index itself shows a change after a second. */
const timeToLive = 500;

/** Milliseconds until which the names of before serve meanwhile: reading them takes the longer the more places there are. */
const longest = 750;

/** The names of all categories that have places: they are few, and looked through here while the index finds places. */
@Injectable()
export class CategoryNames {
  private names: readonly CategoryName[] = [];
  /** When the names were asked for, by `performance.now()`. */
  private asOf = -Infinity;
  private reading: Promise<readonly CategoryName[]> | undefined;
  private known = new Map<string, CategoryName>();

  constructor(private readonly index: PlaceSearcher) {}

  /**
   * The categories whose names answer a text, those with the most places first.
   *
   * @throws ProblemError `search_unavailable`
   */
  async matching(text: string): Promise<CategorySuggestion[]> {
    const typed = foldText(text);
    return (await this.current()).flatMap((category) => {
      const match = matchCategory(category.folded, typed);
      return match === undefined ? [] : [{ category, match }];
    });
  }

  private async current(): Promise<readonly CategoryName[]> {
    const age = performance.now() - this.asOf;
    if (age <= timeToLive) return this.names;
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    if (age > longest) return this.reading;
    // Whoever asks after it has failed for long enough waits for the next one, and is told.
    this.reading.catch(() => undefined);
    return this.names;
  }

  /** Reads each name once for as long as it is there. */
  private async read(): Promise<readonly CategoryName[]> {
    const began = performance.now();
    const keys = await this.index.categoryKeys(allCategories());
    this.known = new Map(keys.map((key) => [key, this.known.get(key) ?? toName(key)]));
    this.names = [...this.known.values()];
    this.asOf = began;
    return this.names;
  }
}

function toName(key: string): CategoryName {
  const category = readCategoryKey(key);
  return { ...category, key, folded: foldName(category.name) };
}
