import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { type Named, type PlaceCategory } from '../place.js';
import { foldedPhrase, foldedWords } from '../words/words.js';
import { type KindCatalogue } from './kind-catalogue.js';
import { kindWords } from './kind-words.js';
import { foldedNameWords, kindsByNameWord } from './name-words.js';

/** A category of the directory, as `Category` has it. */
export interface NamedCategory {
  readonly id: string;
  readonly name: string;
  readonly subcategories: readonly { readonly id: string; readonly name: string }[];
}

const unsafeInNames = foldedNameWords('unsafe');

const kindsByLastWord = kindsByNameWord('last word');

const kindsByFirstWord = kindsByNameWord('first word');

/** The kinds of the places in a category. */
interface KindsOfCategory {
  /** None for a general category, such as `Services`. */
  readonly sure: readonly string[];
  /** Kinds of which only some of the places are: vets in `Animal Services`. */
  readonly likely: readonly string[];
}

/** Categories whose kinds stay in memory. */
const MAX_CATEGORIES = 10_000;

/** The kinds of categories that are named in some languages. */
export class CategoryKinds {
  private readonly known = new LRUCache<string, KindsOfCategory>({ max: MAX_CATEGORIES });

  /**
   * @param languages in which the categories are named. If a name means several kinds, the first language counts. Names in all other
   *   languages are known, too.
   */
  constructor(
    private readonly catalogue: KindCatalogue,
    private readonly languages: readonly string[] = ['en'],
  ) {}

  /** The kinds of a subcategory. If it has none that are sure, also those of the category. */
  of({ id, name, subcategory }: PlaceCategory): KindsOfCategory {
    const own = subcategory && this.read(subcategory.id, subcategory.name, name);
    if (own && own.sure.length > 0) return own;
    const { sure, likely } = this.read(id, name);
    return { sure, likely: [...(own?.likely ?? []), ...likely] };
  }

  /** All kinds of a category or subcategory, the main one first. */
  kindsOf(category: Named, subcategory?: Named): readonly string[] {
    const { sure, likely } = subcategory
      ? this.read(subcategory.id, subcategory.name, category.name)
      : this.read(category.id, category.name);
    return [...sure, ...likely];
  }

  private read(id: string, name: string, parent = ''): KindsOfCategory {
    const key = JSON.stringify([id, name, parent]);
    const known = this.known.get(key) ?? this.compute(id, name, parent);
    this.known.set(key, known);
    return known;
  }

  private compute(id: string, name: string, parent: string): KindsOfCategory {
    const byTag = this.kindsOfTag(id);
    if (byTag.length > 0) return { sure: byTag, likely: [] };
    const listed = listedKinds(name, parent);
    // The first is the kind of most places.
    if (listed) return { sure: listed.slice(0, 1), likely: listed.slice(1) };
    const sure = this.kindsOfName(name);
    return { sure, likely: sure.length > 0 ? [] : [...this.kindsWithin(name)] };
  }

  /** The kinds that any words of a name stand for. */
  private kindsWithin(name: string): ReadonlySet<string> {
    const words = kindWords(name);
    const kinds = new Set<string>();
    for (let from = 0; from < words.length;) {
      const phrase = this.catalogue.kindsNamed(words, from, { languages: this.languages });
      for (const { id } of phrase?.kinds ?? []) kinds.add(id);
      from = phrase?.end ?? from + 1;
    }
    return kinds;
  }

  private kindsOfName(name: string): readonly string[] {
    const whole = this.kindsNamed(name);
    if (whole.length > 0) return whole;
    const parts = partsOf(name);
    const ofParts = parts.length > 1 ? parts.map((part) => this.kindsOfPart(part)) : [];
    // In `Paint and sip`, a part alone means something else, so all parts must name kinds.
    if (parts.length > 1 && ofParts.every(({ length }) => length > 0)) return [...new Set(ofParts.flat())];
    const words = foldedWords(name);
    const head = kindsByLastWord.get(words.at(-1) ?? '') ?? kindsByFirstWord.get(words[0] ?? '');
    if (head !== undefined) return [head];
    return parts.length === 1 ? this.kindsOfPart(name) : [];
  }

  /** The kinds of a category that an import of OpenStreetMap has made: `osm-amenity-dentist`, and below it `osm-cuisine-pizza`. */
  private kindsOfTag(id: string): readonly string[] {
    const [, key, value] = /^osm-([a-z_]+)-(.+)$/u.exec(id) ?? [];
    if (key === undefined || value === undefined) return [];
    return this.catalogue.kindsOfTag(`${key}=${value}`);
  }

  /** The kinds that a whole name stands for. A part of the name is not enough. */
  private kindsNamed(name: string): readonly string[] {
    const words = kindWords(name);
    // Without a preference, short words of any language count: `Caféer`.
    for (const options of [{ languages: this.languages }, {}]) {
      const phrase = this.catalogue.kindsNamed(words, 0, options);
      if (phrase?.end === words.length) return phrase.kinds.map(({ id }) => id);
    }
    return [];
  }

  /** The kinds of a part of a name. The word for the shop may be missing (`Books`) or not (`Convenience Stores`). */
  private kindsOfPart(part: string): readonly string[] {
    const listed = listedCategories().get(foldedPhrase(part));
    if (listed) return listed;
    const bare = foldedWords(part)
      .join(' ')
      .replace(
        / (?:stores?|shops?|sales|supply|supplies|supplier|goods|services?|products|parlou?rs?|agency|centers?|centres?)$/u,
        '',
      );
    for (const text of [part, bare, `${bare} shop`, `${bare} store`]) {
      const kinds = listedCategories().get(foldedPhrase(text)) ?? this.kindsNamed(text);
      if (kinds.length > 0) return kinds;
    }
    return [];
  }
}

/** Whether a phrase is also a surname or in many names of other places: `baker`, `garage`. */
export function isUnsafeInNames(phrase: string): boolean {
  return unsafeInNames.has(phrase);
}

/** The parts of a name: `Hotels & Motels`, `Clothing, Apparel, & Fashions`, `Cinema > Movie Theater`. */
function partsOf(name: string): string[] {
  return name
    .split(/[&,/>+;|]| (?:and|e|y|og|och|und|et|en|i|o|ou|or) /u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function listedKinds(name: string, parent = ''): readonly string[] | undefined {
  const [phrase, ofParent] = [name, parent].map(foldedPhrase) as [string, string];
  const all = listedCategories();
  return all.get(`${ofParent} > ${phrase}`) ?? all.get(`${ofParent} > `) ?? all.get(phrase);
}

let listed: ReadonlyMap<string, readonly string[]> | undefined;

/** The kinds of categories in `categories.txt`, by the folded name. The name of the parent may precede it. A category may have no kind. */
export function listedCategories(): ReadonlyMap<string, readonly string[]> {
  return (listed ??= new Map(
    readFileSync(join(__dirname, 'categories.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [names = '', kinds = ''] = line.split(' =');
        const key = names.split(' > ').map(foldedPhrase);
        return [key.join(' > '), kinds.split(' ').filter((kind) => kind !== '')];
      }),
  ));
}
