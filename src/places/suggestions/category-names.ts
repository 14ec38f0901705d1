import { Injectable } from '@nestjs/common';
import { inChunks } from '../../concurrency/chunks.js';
import { ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { type TimeUsed } from '../elasticsearch/protection.js';
import { SharedRead } from '../elasticsearch/shared-read.js';
import { Kinds } from '../kinds/kinds.js';
import { push } from '../multimap.js';
import { type CategoryKey, readCategoryKey } from '../place.js';
import { type KindDefinition } from '../words/catalogues.js';
import {
  type FoldedName,
  type FoldedText,
  foldName,
  foldText,
  hasTypedPrefixes,
  isAlphabetic,
  isCorrectable,
  keysOf,
  startsWithCorrected,
  startsWithTyped,
  tokensOf,
} from '../words/words.js';
import { allCategoriesQuery } from './suggest-query.js';

/** What a category is called. */
interface Name {
  readonly text: string;
  readonly folded: FoldedName;
  /** Its own name; its name in a language of the data; or what else people call its places. */
  readonly role: 'own' | 'label' | 'alias';
}

/** A category or subcategory that has places. */
interface CategoryName extends CategoryKey {
  /** Its key in the index. */
  readonly key: string;
  /** The kinds of its places. */
  readonly kinds: readonly string[];
  /** Its own name comes first, aliases come last. */
  readonly names: readonly [Name, ...Name[]];
}

/** A category whose name, or what people call it, matches the typed text, and how it matches. */
export interface MatchedCategory {
  readonly category: CategoryName;
  readonly match: 'startsWith' | 'contains' | 'corrected';
  /** The name that matches. */
  readonly name: Name;
  /** Whether the text is that name. */
  readonly isWhole?: boolean;
}

/** Fewer letters start too many aliases. In scripts without an alphabet, many words have two. */
const MIN_ALIAS_LETTERS = { alphabetic: 3, others: 2 } as const;

/** The names of all categories that have places. They are few, so they are matched in memory. */
@Injectable()
export class CategoryNames {
  private byKey = new Map<string, CategoryName>();
  private kindsVersion: number | undefined;
  private readonly names = new SharedRead((timeUsed) => this.read(timeUsed));

  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly kinds: Kinds,
  ) {}

  /**
   * The categories whose names match the text, as typed or else with a typing error: the one of this name first, then those that start with
   * it in the language of the data, then those whose places are also called so. Those with the most places come first.
   *
   * @param timeUsed gets what the request waits for the names
   * @throws ProblemError `search_unavailable`
   */
  async matching(text: string, timeUsed: TimeUsed): Promise<MatchedCategory[]> {
    const typed = foldText(text);
    if (typed.words.length === 0) return [];
    const names = (await this.names.current(timeUsed)).get(typed.words[0]?.charAt(0) ?? '') ?? [];
    const asTyped = names.flatMap((category) => matchName(category, typed) ?? []);
    const mayDiffer = asTyped.length === 0 && typed.words.some(isCorrectable);
    return bestFirst(mayDiffer ? names.flatMap((category) => correctedName(category, typed) ?? []) : asTyped);
  }

  /** The kind of place that a text names. */
  kindOf(text: string): KindDefinition | undefined {
    const keys = keysOf(tokensOf(text));
    const found = this.kinds.longestKindAt(keys, 0);
    return found?.end === keys.length ? found.kind : undefined;
  }

  /** The categories by the first letters of all that may match a text: most letters typed start few of them. */
  private async read(timeUsed: TimeUsed): Promise<ReadonlyMap<string, readonly CategoryName[]>> {
    const keys = await this.searcher.run(allCategoriesQuery(), { timeUsed });
    const { version } = this.kinds;
    // Names that were read before are not parsed and folded again.
    const known = this.kindsVersion === version ? this.byKey : new Map<string, CategoryName>();
    const byKey = new Map<string, CategoryName>();
    const byLetter = new Map<string, CategoryName[]>();
    await inChunks(keys, (key) => {
      const category = known.get(key) ?? this.toName(key);
      byKey.set(key, category);
      for (const letter of lettersOf(category)) push(byLetter, letter, category);
    });
    this.kindsVersion = version;
    this.byKey = byKey;
    return byLetter;
  }

  private toName(key: string): CategoryName {
    const category = readCategoryKey(key);
    const toName =
      (role: Name['role']) =>
      (text: string): Name => ({ text, folded: foldName(text), role });
    const labels = this.kinds.labelsOf(key, category.name).map(toName('label'));
    const aliases = this.kinds.aliasesOf(key).map(toName('alias'));
    return {
      ...{ ...category, key, kinds: this.kinds.sureKindsOf(key) },
      names: [toName('own')(category.name), ...labels, ...aliases],
    };
  }
}

function lettersOf({ names: [own, ...others] }: CategoryName): ReadonlySet<string> {
  const starts = [own, ...others].flatMap(({ folded }) => [folded.text, folded.unpunctuated]);
  return new Set([...own.folded.words, ...starts].map((text) => text.charAt(0)));
}

function matchName(category: CategoryName, typed: FoldedText): MatchedCategory | undefined {
  const [own] = category.names;
  const isLong = typed.text.length >= MIN_ALIAS_LETTERS[isAlphabetic(typed.text) ? 'alphabetic' : 'others'];
  // A name that starts with the text says more than one that contains it.
  const name = category.names.find(
    ({ folded, role }) => (role !== 'alias' || isLong) && startsWithTyped(folded, typed),
  );
  if (name) return { category, match: 'startsWith', name, isWhole: name.folded.text === typed.text };
  return hasTypedPrefixes(own.folded, typed) ? { category, match: 'contains', name: own } : undefined;
}

/** As `matchName`, with a typing error: in any words of its own name, or at the beginning of another one. */
function correctedName(category: CategoryName, typed: FoldedText): MatchedCategory | undefined {
  const [own, ...others] = category.names;
  const isOwn = typed.words.every((prefix) => own.folded.words.some((word) => isLikelyStart(prefix, word)));
  const name = isOwn ? own : others.find(({ folded }) => isLikelyStart(typed.text, folded.text));
  return name && { category, match: 'corrected', name };
}

/** Whether a typed text starts a text but for a typing error. Few errors are in the first letter. */
function isLikelyStart(typed: string, text: string): boolean {
  return text.startsWith(typed.slice(0, 1)) && startsWithCorrected(text, typed);
}

/** @param matched those with the most places first */
export function bestFirst(matched: readonly MatchedCategory[]): MatchedCategory[] {
  return matched.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ category, match, isWhole, name }: MatchedCategory): number {
  if (match === 'contains') return 5;
  if (name.role === 'own') return isWhole ? 0 : 2;
  // Of what the text means in another language, only some places of a category without a sure kind are.
  if (name.role === 'alias' || category.kinds.length === 0) return 4;
  return isWhole ? 1 : 3;
}

/**
 * The categories without those that share a kind with a better one, whose words find the places of both: `Cafe` without `Cafés e
 * Padarias`. Those without a kind share their name.
 */
export function ofOtherKinds(matched: readonly MatchedCategory[]): MatchedCategory[] {
  const ranked = matched.map((match) => {
    const { kinds, names } = match.category;
    const narrowest = kinds.filter((id) => !kinds.some((other) => other.startsWith(`${id}/`)));
    const { text, words } = names[0].folded;
    const ids = narrowest.length > 0 ? narrowest : [text];
    // Of equally good ones, the less said the better.
    return { match, ids, rank: 100 * rankOf(match) + 10 * ids.length + words.length };
  });
  const taken = new Set<string>();
  const others = new Set<MatchedCategory>();
  for (const { match, ids } of ranked.toSorted((a, b) => a.rank - b.rank)) {
    if (ids.some((id) => taken.has(id))) continue;
    others.add(match);
    for (const id of ids) taken.add(id);
  }
  return matched.filter((match) => others.has(match));
}
