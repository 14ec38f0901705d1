import { faultOf, textOf, textsOf } from './members.js';

/** An entry in double or single quotes, or whatever stands between commas, which numpy leaves out between quotes. */
const entry = /\s*(?:"((?:[^"\\]|\\.|"")*)"|'((?:[^'\\]|\\.)*)'(?=\s*(?:,|$)|\s+['"])|([^,]*))\s*(?:,|$|(?=['"]))/gy;

/**
 * A list of texts, as a list or as programs spell one in CSV: `["a","b"]`, `['a', 'b']`, `[a, b]`, `{"a","b"}`, or one
 * entry alone. numpy writes `['a' 'b']`.
 *
 * @param count of entries, where it is known: entries without quotes may hold commas
 */
export function readTextList(value: unknown, name: string, count?: number): string[] {
  if (Array.isArray(value)) return textsOf(value, name);
  const text = textOf(value, name);
  if (text === undefined) return [];
  if (!/^[[{]/.test(text)) return [text];
  if (!/^(?:\[.*\]|\{.*\})$/s.test(text)) throw faultOf(name, text, 'a list, [a, b] or {a,b}');
  const entries = entriesOf(text.slice(1, -1));
  const isCut = count !== undefined && entries.length > count && !/["']\s*,/.test(text);
  return isCut ? rejoined(entries) : entries;
}

function entriesOf(inner: string): string[] {
  const entries = [...inner.matchAll(entry)].map(([, double, single, bare]) => {
    const quoted = double ?? single;
    return quoted === undefined ? (bare ?? '').trim() : quoted.replace(/""/g, '"').replace(/\\(.)/g, '$1').trim();
  });
  return entries.filter((text) => text !== '' && text.toLowerCase() !== 'null');
}

/** `A > B, C` was one label: every label has levels, so a part without any belongs to the one before it. */
function rejoined(entries: readonly string[]): string[] {
  return entries.reduce<string[]>((all, part) => {
    const before = all.at(-1);
    return before === undefined || part.includes('>') ? [...all, part] : [...all.slice(0, -1), `${before}, ${part}`];
  }, []);
}
