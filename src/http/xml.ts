/**
 * The element names of list items. A list is an array in JSON; in XML it is an element with one element per item.
 * `writeXml` throws for a list that is missing here.
 */
export const singular: Readonly<Record<string, string>> = {
  users: 'user',
  checkins: 'checkin',
  reviews: 'review',
  places: 'place',
  names: 'name',
  phones: 'phone',
  categories: 'category',
  areas: 'area',
  kinds: 'kind',
  subcategories: 'subcategory',
  placeLists: 'placeList',
  utilities: 'utility',
  fields: 'field',
  aliases: 'alias',
  facets: 'facet',
  buckets: 'bucket',
  suggestions: 'suggestion',
  sources: 'source',
  days: 'day',
  ranges: 'range',
  words: 'word',
  links: 'link',
  omitted: 'word',
  // RFC 9457, appendix B
  errors: 'i',
  allowed: 'i',
};

/** The namespace of problems (RFC 9457, appendix B). */
export const PROBLEM_NAMESPACE = 'urn:ietf:rfc:7807';

/** A value that can be written as JSON and XML. Undefined members are left out; there is no null. */
export type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value | undefined };

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Writes a value as an XML 1.0 document. Written by hand because packages build a tree first, which took longer than the
 * rest of a response (docs/adr/0001-one-value-several-formats.md).
 *
 * @param root name of the root element
 * @param namespace default namespace of the document, if any
 */
export function writeXml(root: string, value: Value, namespace?: string): string {
  const attributes = namespace === undefined ? '' : ` xmlns="${namespace}"`;
  return declaration + element(root, attributes, content(root, value));
}

function element(name: string, attributes: string, inner: string): string {
  return inner === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`;
}

/** The content of an element with this name. */
function content(name: string, value: Value): string {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  let inner = '';
  if (isList(value)) {
    const item = singular[name];
    if (item === undefined) throw new Error(`The list ${name} has no singular name for XML`);
    for (const entry of value) inner += element(item, '', content(item, entry));
    return inner;
  }
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) inner += element(key, '', content(key, member));
  }
  return inner;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** XML 1.0 cannot contain most control characters, lone surrogates, U+FFFE and U+FFFF, not even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A single check for texts without special characters, which most are. */
const special = /[&<>\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;

/** Parsers read an unescaped carriage return as a line feed (XML 1.0, section 2.11). */
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };

/** Escapes the text of an element. */
export function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(forbidden, '').replace(/[&<>\r]/g, (sign) => references[sign] ?? sign);
}
