import { z } from 'zod';
import { countOf, escapeInvisible, quoteValue } from '../visible-text.js';
import { isObject } from './parse-row.js';
import { type RecordKindName, recordKinds, recordKindNames } from './record-kinds.js';
import { startsCollection } from './formats/collection-reader.js';
import { parquetMagic } from './formats/parquet-decoding.js';

/** The members of each kind. */
const membersOf = Object.fromEntries(
  recordKindNames.map((kind) => [kind, [...(knownMembers(recordKinds[kind].schema)?.below.keys() ?? [])]]),
) as Record<RecordKindName, string[]>;

/** The members that each kind requires. */
const requiredOf = Object.fromEntries(
  recordKindNames.map((kind) => [
    kind,
    recordKinds[kind].schema.safeParse({}).error?.issues.map(({ path }) => path[0]),
  ]),
) as Record<RecordKindName, string[]>;

/**
 * The kind that a line fits better than the given one: it knows every member of the line that the given kind knows, and the line has
 * what it requires. And it knows at least one more, or the line has all of its members, or not what the given kind requires.
 */
export function otherKindOf(line: object, given: RecordKindName): RecordKindName | undefined {
  const known = (kind: RecordKindName) => membersOf[kind].filter((member) => member in line).length;
  const isWhole = (kind: RecordKindName) => requiredOf[kind].every((member) => member in line);
  const own = membersOf[given].filter((member) => member in line);
  const others = recordKindNames.filter((kind) => {
    if (kind === given || !isWhole(kind) || !own.every((member) => membersOf[kind].includes(member))) return false;
    return known(kind) > own.length || known(kind) === membersOf[kind].length || !isWhole(given);
  });
  // A check-in has no member that a review lacks. The kind with fewer members describes it better.
  return others.sort((a, b) => known(b) - known(a) || membersOf[a].length - membersOf[b].length)[0];
}

/** The members that an object, or each entry of a list, may have. A member may have members below it. */
interface KnownMembers {
  isList: boolean;
  below: ReadonlyMap<string, KnownMembers | undefined>;
}

/** @returns undefined for a schema of neither an object nor a list of objects */
function knownMembers(schema: unknown, isList = false): KnownMembers | undefined {
  if (schema instanceof z.ZodPipe)
    return knownMembers(schema.in instanceof z.ZodTransform ? schema.out : schema.in, isList);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return knownMembers(schema.unwrap(), isList);
  if (schema instanceof z.ZodArray) return knownMembers(schema.element, true);
  if (!(schema instanceof z.ZodObject)) return undefined;
  const shape = Object.entries(schema.shape);
  return { isList, below: new Map(shape.map(([name, member]) => [name, knownMembers(member)])) };
}

/** Members of API responses that are no part of the record. */
const computedMember = /(?:^|\.)link$|^open$|^areas$|^kinds$|^location\.distance$/;

const maxUnknownMembers = 40;

/** Counts members of lines that the schema lacks. Most of them are spelling mistakes. */
export class UnknownMembers {
  private readonly known: KnownMembers | undefined;
  /** Lines by member, such as `address.cty`. */
  private readonly lines = new Map<string, number>();

  constructor(schema: z.ZodType) {
    this.known = knownMembers(schema);
  }

  count(line: unknown): void {
    const found = new Set<string>();
    if (this.known) find(line, this.known, '', found);
    for (const member of found) {
      const lines = this.lines.get(member);
      if (lines !== undefined || this.lines.size < maxUnknownMembers) this.lines.set(member, (lines ?? 0) + 1);
    }
  }

  /** The most frequent first. */
  warnings(): string[] {
    const counted = [...this.lines].sort((first, second) => second[1] - first[1]);
    return counted.map(([member, lines]) => {
      const name = escapeInvisible(quoteValue(member));
      const have = lines === 1 ? 'has' : 'have';
      return `warning: ${countOf(lines, 'line')} ${have} the unknown member ${name}, which is left out.`;
    });
  }
}

function find(value: unknown, known: KnownMembers, parent: string, found: Set<string>): void {
  if (!known.isList) findIn(value, known.below, parent, found);
  else if (Array.isArray(value)) for (const entry of value) findIn(entry, known.below, parent, found);
}

function findIn(value: unknown, below: KnownMembers['below'], parent: string, found: Set<string>): void {
  if (!isObject(value)) return;
  for (const name in value) {
    const members = below.get(name);
    if (members) find(value[name], members, `${parent}${name}.`, found);
    else if (!below.has(name) && !computedMember.test(`${parent}${name}`)) found.add(`${parent}${name}`);
  }
}

/** @returns the format of a file that does not hold lines of JSON, and the option that reads this format; undefined for lines of JSON */
export function formatHint(head: Buffer): string | undefined {
  if (head.subarray(0, parquetMagic.length).equals(parquetMagic)) {
    return 'it is Parquet, not lines of JSON: for places give --format overture, foursquare, osm, whosonfirst or csv';
  }
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const isCollection = startsCollection(head);
  if (isCollection) {
    if (text.startsWith('[')) return 'it is a list of JSON: write one record a line, such as by `jq -c .[]`';
    if (/"elements"\s*:\s*\[/.test(text))
      return 'it is a response of Overpass, not lines of JSON: for places give --format osm';
  }
  if (isCollection || /^\{\s*(?:"[^"]{1,20}"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*){0,3}"type"\s*:\s*"Feature"/.test(text)) {
    return 'it is GeoJSON, not lines of JSON: for places give --format geojson, or osm, overture or whosonfirst';
  }
  const lines = text.split(/[\r\n]+/);
  const isTable = /^[^,;|\t]*[,;|\t]/.test(lines[0] ?? '') && lines.every((line) => !/^\s*[[{]/.test(line));
  return isTable ? 'it is CSV, not lines of JSON: for places give --format csv or foursquare' : undefined;
}
