import { parseStringPromise } from 'xml2js';

/** The names of list items, as the design's section 3 has them; written again here so that a slip in the writer shows. */
const items: Readonly<Record<string, string>> = {
  users: 'user',
  checkins: 'checkin',
  reviews: 'review',
  places: 'place',
  phones: 'phone',
  categories: 'category',
  subcategories: 'subcategory',
  placeLists: 'placeList',
  utilities: 'utility',
  facets: 'facet',
  buckets: 'bucket',
  suggestions: 'suggestion',
  errors: 'i',
  allowed: 'i',
};

/** An element as xml2js gives it: its text, or its children by name, each as often as it stands. */
type Element = string | Record<string, Element[]>;

/**
 * Reads an XML answer to the value that its JSON twin has. XML has no types, so numbers and booleans are read where
 * the twin has them; members, lists and texts come from the XML alone.
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
