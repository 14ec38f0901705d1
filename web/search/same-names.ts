import { fold } from '../../src/places/words/fold.js';

/** Values that the reader calls alike: pizzerias, and pizza to take away. */
export interface Named {
  readonly name: string;
  readonly values: readonly string[];
}

/** Groups values by what the reader calls them, in the order of the first of each. `Fast Food` and `Fast food` are alike, `Café` and `Cafe` too. */
export function groupedByName(values: readonly string[], nameOf: (value: string) => string): Named[] {
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
