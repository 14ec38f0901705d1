import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { errorMessage } from '../../../error-message.js';
import { type PlaceCategory } from '../../../places/place.js';
import { Failure } from '../../failure.js';
import { shown } from '../shown.js';
import { slug, type SourceCategory } from './open-format.js';

const twoLevels = '"Category" or "Category > Subcategory"';

/** Where places of a category of the source go; without a category, into none. */
interface Target {
  category: string;
  subcategory: string;
}

/** Puts categories of a source in the place of others, by names that the directory's own people chose. */
export class CategoryMap {
  private readonly targets: ReadonlyMap<string, Target>;

  constructor(targets: Iterable<readonly [source: string, target: Target]> = []) {
    this.targets = new Map([...targets].map(([source, target]) => [keyOf(source), target]));
  }

  /** The most specific entry of the map decides; an entry for the category alone keeps the subcategory. */
  apply({ id, name, subcategory, names, parentNames }: SourceCategory): PlaceCategory[] {
    const own = this.find(names);
    if (own) return own.category === '' ? [] : [categoryOf(own)];
    const parent = this.find(parentNames);
    if (parent?.category === '') return [];
    const kept = subcategory && { subcategory };
    return [parent ? { ...kept, ...categoryOf(parent) } : { id, name, ...kept }];
  }

  private find(names: readonly string[]): Target | undefined {
    return names.map((name) => this.targets.get(keyOf(name))).find((target) => target !== undefined);
  }
}

/**
 * Reads a map of categories: CSV with the header `source,category,subcategory`, or a JSON object of the source's names
 * and `"Category"` or `"Category > Subcategory"`.
 *
 * @throws Failure when the file cannot be read, or is neither
 */
export function readCategoryMap(path: string): CategoryMap {
  try {
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) throw new Error('it is not UTF-8');
    const text = bytes.toString().replace(/^\uFEFF/, '');
    return new CategoryMap(text.trimStart().startsWith('{') ? targetsOfJson(text) : targetsOfCsv(text));
  } catch (error) {
    throw new Failure(`The map of categories ${path} cannot be read: ${errorMessage(error)}`);
  }
}

function targetsOfJson(text: string): [string, Target][] {
  return Object.entries(JSON.parse(text) as Record<string, unknown>).map(([source, target]) => {
    if (typeof target !== 'string') throw new Error(`${shown(source)}: ${shown(target)} must be ${twoLevels}`);
    const levels = target.split('>').map((name) => name.trim());
    const [category = '', subcategory = ''] = levels;
    if (levels.length > 2) throw new Error(`${shown(source)}: ${shown(target)} must be ${twoLevels}`);
    return [source, checked(source, { category, subcategory })];
  });
}

function targetsOfCsv(text: string): [string, Target][] {
  const rows = parse(text, { columns: true, trim: true, skip_empty_lines: true }) as unknown as Record<
    string,
    string
  >[];
  return rows.map(({ source, category, subcategory = '' }, at) => {
    if (source === undefined || category === undefined) {
      throw new Error(`entry ${at + 1}: the header must be source,category,subcategory`);
    }
    return [source, checked(source, { category, subcategory })];
  });
}

/** A subcategory needs a category, and what has no letter nor digit gives no identifier. */
function checked(source: string, target: Target): Target {
  const { category, subcategory } = target;
  if (category === '' && subcategory !== '') {
    throw new Error(`${shown(source)}: subcategory ${shown(subcategory)} must have a category`);
  }
  const unnamed = [category, subcategory].find((name) => name !== '' && slug(name) === '');
  if (unnamed !== undefined) throw new Error(`${shown(source)}: ${shown(unnamed)} must have a letter or a digit`);
  return target;
}

/** Identifiers come of the names, so that they stay the same from run to run and two sources can share a category. */
function categoryOf({ category, subcategory }: Target): PlaceCategory {
  const id = slug(category);
  return {
    id,
    name: category,
    ...(subcategory !== '' && { subcategory: { id: `${id}.${slug(subcategory)}`, name: subcategory } }),
  };
}

function keyOf(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, ' ').replace(/ ?> ?/g, ' > ');
}
