import { isNullMarker } from './null-markers.js';
import { invalidField, textOf, textsOf } from './field-values.js';

/** An entry in double or single quotes, or the text between commas. numpy omits the comma between quotes. */
const entryPattern =
  /\s*(?:"((?:[^"\\]|\\.|"")*)"\s*|'((?:[^'\\]|\\.)*)'(?=\s*(?:,|$)|\s+['"])\s*|([^\s,][^,]*)?)(?:,|$|(?=['"]))/gy;

/**
 * Reads a list of strings: a list, or a list as programs write it in CSV: `["a","b"]`, `['a', 'b']`, `[a, b]`, `{"a","b"}`,
 * `['a' 'b']` (numpy) or a single entry.
 *
 * @param count the expected number of entries, if known: entries without quotes may contain commas
 */
export function readTextList(value: unknown, name: string, count?: number): string[] {
  if (Array.isArray(value)) return textsOf(value, name);
  const text = textOf(value, name);
  if (text === undefined) return [];
  if (!/^[[{]/.test(text)) return [text];
  if (!/^(?:\[.*\]|\{.*\})$/s.test(text)) throw invalidField(name, text, 'a list, [a, b] or {a,b}');
  const entries = entriesOf(text.slice(1, -1));
  const isOversplit = count !== undefined && entries.length > count && !/["']\s*,/.test(text);
  return isOversplit ? rejoinLabels(entries) : entries;
}

function entriesOf(inner: string): string[] {
  const entries = [...inner.matchAll(entryPattern)].map(([, double, single, bare]) => {
    const quoted = double ?? single;
    return quoted === undefined ? (bare ?? '').trim() : quoted.replace(/""/g, '"').replace(/\\(.)/g, '$1').trim();
  });
  return entries.filter((text) => !isNullMarker(text));
}

/** Joins `A > B` and `C` to `A > B, C`: every label has levels, so a part without levels continues the previous label. */
function rejoinLabels(entries: readonly string[]): string[] {
  const labels: string[] = [];
  for (const part of entries) {
    const previous = part.includes('>') ? undefined : labels.pop();
    labels.push(previous === undefined ? part : `${previous}, ${part}`);
  }
  return labels;
}
