import { type PlaceRecord } from '../../src/places/place.js';
import { type GeoPoint } from '../../src/places/query/geometry.js';
import { FILTERABLE, fieldOf } from './fields.js';
import { fold, wordsOf } from './fold.js';

/** The tested places, prepared for thousands of evaluations. */
export interface Places {
  readonly ids: readonly string[];
  readonly points: readonly (GeoPoint | undefined)[];
  /** By field, the values of each place. */
  readonly values: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The same without case and accents, for fields of kind text and exact. */
  readonly folded: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** By text field, the words of each text of each place. */
  readonly words: ReadonlyMap<string, readonly (readonly (readonly string[])[])[]>;
  /** Whether each place has the field; absent where every place has it. */
  readonly present: ReadonlyMap<string, readonly boolean[]>;
  /** By sortable field, the rank of each place in ascending order. Equal values have equal ranks; -1 without a value. */
  readonly ranks: ReadonlyMap<string, Int32Array>;
}

export function preparePlaces(records: readonly PlaceRecord[]): Places {
  const ofFields = <T>(of: (name: string) => T): Map<string, T> =>
    new Map([...FILTERABLE.keys()].map((name) => [name, of(name)]));
  const values = ofFields((name) =>
    records.map((record) => fieldOf(name).searchFields.flatMap((path) => leavesAt(record, path.split('.')))),
  );
  const valuesOf = (name: string): readonly (readonly string[])[] => values.get(name) ?? [];
  const folded = ofFields((name) => {
    const { kind } = fieldOf(name);
    return kind === 'text' || kind === 'exact' ? valuesOf(name).map((texts) => texts.map(fold)) : [];
  });
  return {
    ids: records.map(({ id }) => id),
    points: records.map(({ location }) => location && { lat: Number(location.lat), lng: Number(location.lng) }),
    values,
    folded,
    words: ofFields((name) => (fieldOf(name).kind === 'text' ? valuesOf(name).map((texts) => texts.map(wordsOf)) : [])),
    present: ofFields((name) => {
      const { existsField } = fieldOf(name);
      return records.map((record) => existsField === undefined || leavesAt(record, existsField.split('.')).length > 0);
    }),
    ranks: ofFields((name) => {
      const { kind, sortable } = fieldOf(name);
      if (!sortable) return new Int32Array();
      if (kind === 'number') return ranksOf(valuesOf(name), (a, b) => Number(a) - Number(b));
      return ranksOf(kind === 'id' ? valuesOf(name) : (folded.get(name) ?? []), byCodePoint);
    }),
  };
}

/** All strings in a record at a path and below it. */
function leavesAt(value: unknown, [member, ...rest]: readonly string[]): string[] {
  if (typeof value === 'string') return member === undefined ? [value] : [];
  if (Array.isArray(value)) {
    return value.flatMap((item) => leavesAt(item, member === undefined ? [] : [member, ...rest]));
  }
  if (typeof value !== 'object' || value === null) return [];
  if (member === undefined) return Object.values(value).flatMap((item) => leavesAt(item, []));
  return leavesAt((value as Record<string, unknown>)[member], rest);
}

function ranksOf(values: readonly (readonly string[])[], compare: (a: string, b: string) => number): Int32Array {
  const distinct = [...new Set(values.flat())].sort(compare);
  const ranks = new Map<string, number>();
  let rank = -1;
  distinct.forEach((value, at) => {
    const before = distinct[at - 1];
    if (before === undefined || compare(before, value) !== 0) rank += 1;
    ranks.set(value, rank);
  });
  return Int32Array.from(values, ([value]) => (value === undefined ? -1 : (ranks.get(value) ?? -1)));
}

function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
