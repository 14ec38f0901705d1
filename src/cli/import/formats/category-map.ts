import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { errorMessage } from '../../../config/error-message.js';
import { type PlaceCategory } from '../../../places/place.js';
import { CommandError } from '../../command-error.js';
import { quoteValue } from '../../visible-text.js';
import { type SourceCategory } from './open-data-format.js';
import { slug } from './field-values.js';

/** The category that replaces a category of the data set. An empty category means none. */
interface Target {
  category: string;
  subcategory: string;
}

/** Maps categories of a data set to categories of the directory (`--map`). */
export class CategoryMap {
  private readonly targets: ReadonlyMap<string, Target>;

  constructor(targets: Iterable<readonly [source: string, target: Target]> = []) {
    this.targets = new Map([...targets].map(([source, target]) => [keyOf(source), target]));
  }

  /**
   * The most specific entry wins. An entry for the category keeps the subcategory. A map leaves out further categories that it
   * does not name.
   */
  apply({ id, name, subcategory, names, parentNames, isFurther = false }: SourceCategory): PlaceCategory[] {
    const target = this.find(names);
    if (target) return target.category === '' ? [] : [categoryOf(target)];
    const parent = this.find(parentNames);
    if (parent?.category === '') return [];
    if (!parent && isFurther && this.targets.size > 0) return [];
    const unmapped = subcategory && { subcategory };
    return [parent ? { ...unmapped, ...categoryOf(parent) } : { id, name, ...unmapped }];
  }

  private find(names: readonly string[]): Target | undefined {
    return names.map((name) => this.targets.get(keyOf(name))).find((target) => target !== undefined);
  }
}

/**
 * Reads a category map: CSV with the header `source,category,subcategory`, or a JSON object from source names to
 * `"Category"` or `"Category > Subcategory"`.
 *
 * @throws CommandError if the file cannot be read, or is neither
 */
export function readCategoryMap(path: string): CategoryMap {
  try {
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) throw new Error('it is not UTF-8');
    const text = bytes.toString().replace(/^\uFEFF/, '');
    return new CategoryMap(text.trimStart().startsWith('{') ? targetsOfJson(text) : targetsOfCsv(text));
  } catch (error) {
    throw new CommandError(`The category map ${path} cannot be read: ${errorMessage(error)}`);
  }
}

function targetsOfJson(text: string): [string, Target][] {
  return Object.entries(JSON.parse(text) as Record<string, unknown>).map(([source, target]) => {
    const levels = typeof target === 'string' ? target.split('>').map((name) => name.trim()) : [];
    const [category, subcategory = ''] = levels;
    if (category === undefined || levels.length > 2)
      throw new Error(`${quoteValue(source)}: ${quoteValue(target)} must be "Category" or "Category > Subcategory"`);
    return [source, validate(source, { category, subcategory })];
  });
}

function targetsOfCsv(text: string): [string, Target][] {
  const rows = parse(text, { columns: true, trim: true, skip_empty_lines: true }) as unknown as Record<
    string,
    string
  >[];
  return rows.map(({ source, category, subcategory = '' }, index) => {
    if (source === undefined || category === undefined) {
      throw new Error(`entry ${index + 1}: the header must be source,category,subcategory`);
    }
    return [source, validate(source, { category, subcategory })];
  });
}

/** Identifiers are slugs of names, so a name needs a letter or a digit. */
function validate(source: string, target: Target): Target {
  const { category, subcategory } = target;
  if (category === '' && subcategory !== '') {
    throw new Error(`${quoteValue(source)}: subcategory ${quoteValue(subcategory)} must have a category`);
  }
  const withoutSlug = [category, subcategory].find((name) => name !== '' && slug(name) === '');
  if (withoutSlug !== undefined)
    throw new Error(`${quoteValue(source)}: ${quoteValue(withoutSlug)} must have a letter or a digit`);
  return target;
}

/** Derives identifiers from names: they are stable between runs, and data sets can share a category. */
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
