import { fold } from '../../src/places/query/fold.js';
import { type Suggestion } from '../api/records.js';
import { type NameCategory } from '../texts/use-category-names.js';

/** Values that the reader calls alike: Bakery and Padaria. */
export interface Named {
  readonly name: string;
  readonly values: readonly string[];
}

/** Groups values by what the reader calls them, in the order of the first of each. `Fast Food` and `Fast food` are alike, `Café` and `Cafe` too. */
export function groupedByName(values: readonly string[], nameOf: NameCategory): Named[] {
  const groups = new Map<string, { name: string; values: string[] }>();
  for (const value of values) {
    const name = nameOf(value);
    const key = fold(name);
    const group = groups.get(key);
    if (group) group.values.push(value);
    else groups.set(key, { name, values: [value] });
  }
  return [...groups.values()];
}

/** A suggestion with all categories that the reader calls as it. */
export interface Offered extends Suggestion {
  /** None for a suggestion that is no category. Undefined for both categories and subcategories: no filter has both, but words do. */
  readonly values: readonly string[] | undefined;
}

/** Suggestions without further ones for a category that the reader calls alike. */
export function offeredOnce(suggestions: readonly Suggestion[], nameOf: NameCategory): Offered[] {
  const nameIfCategory = ({ type, text }: Suggestion): string | undefined =>
    type === 'category' || type === 'subcategory' ? fold(nameOf(text)) : undefined;
  return suggestions.flatMap((suggestion, at) => {
    const name = nameIfCategory(suggestion);
    if (name === undefined) return [{ ...suggestion, values: [] }];
    const isSame = (other: Suggestion): boolean => nameIfCategory(other) === name;
    if (suggestions.findIndex(isSame) < at) return [];
    const same = suggestions.filter(isSame);
    const isOfOneType = same.every(({ type }) => type === suggestion.type);
    return [{ ...suggestion, values: isOfOneType ? same.map(({ text }) => text) : undefined }];
  });
}
