import { Builder } from 'xml2js';

/**
 * A list in JSON is an array; in XML it is an element with one element per item, of the singular name
 * (design, section 3). A list that is missing here is a mistake of ours and fails loudly.
 */
export const singular: Readonly<Record<string, string>> = {
  users: 'user',
  checkins: 'checkin',
  reviews: 'review',
  places: 'place',
  phones: 'phone',
  categories: 'category',
  subcategories: 'subcategory',
  placeLists: 'placeList',
  utilities: 'utility',
  fields: 'field',
  aliases: 'alias',
  facets: 'facet',
  buckets: 'bucket',
  suggestions: 'suggestion',
  // RFC 9457, appendix B
  errors: 'i',
  allowed: 'i',
};

/** The namespace of problems (RFC 9457, appendix B). */
export const PROBLEM_NAMESPACE = 'urn:ietf:rfc:7807';

/** What a response is made of. Absent members are left out; there is no null. */
export type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value | undefined };

type Element = string | Element[] | { [name: string]: Element | Record<string, string> };

const builder = new Builder({
  renderOpts: { pretty: false },
  xmldec: { version: '1.0', encoding: 'UTF-8' },
});

/**
 * Writes a value as an XML 1.0 document.
 *
 * @param root name of the root element
 * @param namespace default namespace of the document, if any
 */
export function writeXml(root: string, value: Value, namespace?: string): string {
  const content = toElement(root, value);
  if (namespace === undefined) return builder.buildObject({ [root]: content });
  return builder.buildObject({ [root]: Object.assign({ $: { xmlns: namespace } }, content) });
}

function toElement(name: string, value: Value): Element {
  if (typeof value === 'string') return dropForbidden(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) {
    const item = singular[name];
    if (item === undefined) throw new Error(`The list ${name} has no singular name for XML`);
    return { [item]: value.map((entry) => toElement(item, entry)) };
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, toElement(key, member)]])),
  );
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** XML 1.0 has no way to write most control characters, lone surrogates, U+FFFE and U+FFFF, not even escaped. */
function dropForbidden(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
}
