import { parseStringPromise } from 'xml2js';

/** The names of list items. Independent of `src`, so that an error in the writer shows. */
const items: Readonly<Record<string, string>> = {
  users: 'user',
  checkins: 'checkin',
  reviews: 'review',
  places: 'place',
  names: 'name',
  phones: 'phone',
  categories: 'category',
  subcategories: 'subcategory',
  placeLists: 'placeList',
  utilities: 'utility',
  areas: 'area',
  kinds: 'kind',
  facets: 'facet',
  fields: 'field',
  aliases: 'alias',
  buckets: 'bucket',
  days: 'day',
  ranges: 'range',
  suggestions: 'suggestion',
  sources: 'source',
  words: 'word',
  links: 'link',
  omitted: 'word',
  errors: 'i',
  allowed: 'i',
};

/** An element of xml2js: its text, or its children by name. */
type Element = string | Record<string, Element[]>;

/**
 * Converts an XML response to the value of its JSON twin. XML has no types, so the twin decides what is a number or boolean;
 * members, lists and texts come from the XML.
 */
export async function readXml(text: string, twin: object): Promise<unknown> {
  const parsed = (await parseStringPromise(text, { attrkey: '@', explicitCharkey: false })) as Record<string, Element>;
  const [[root, element] = ['', '']] = Object.entries(parsed);
  return root === 'problem' ? toValue(root, element, twin) : { [root]: toValue(root, element, Object.values(twin)[0]) };
}

function toValue(name: string, element: Element, twin: unknown): unknown {
  if (Array.isArray(twin)) {
    const item = items[name] ?? 'unknown list';
    if (element === '') return [];
    if (typeof element === 'string') return element;
    return (element[item] ?? []).map((entry, at) => toValue(item, entry, twin[at] as unknown));
  }
  if (typeof element === 'string')
    return typeof twin === 'number' || typeof twin === 'boolean' ? JSON.parse(element) : element;
  const members = (typeof twin === 'object' && twin !== null ? twin : {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(element)
      .filter(([member]) => member !== '@')
      .map(([member, [first = '', ...more]]) => [
        member,
        more.length > 0 ? [first, ...more] : toValue(member, first, members[member]),
      ]),
  );
}
