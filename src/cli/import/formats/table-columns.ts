import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { errorMessage } from '../../../config/error-message.js';
import { readSmallFile } from '../../../config/small-file.js';
import { fold } from '../../../places/words/fold.js';
import { WordLists } from '../../../places/words/word-lists.js';
import { CommandError } from '../../command-error.js';
import { countOf, namesAndMore } from '../../visible-text.js';
import { type PlaceColumn } from '../records/place-tables.js';
import { SourceRecord } from './define.js';
import { isNa, type JsonObject, objectOf, type OptionalMembers, withoutNullMarkers } from './field-values.js';

/** The members of a place that a table may have. */
export const memberNames = [
  ...(['id', 'name', 'names', 'brand', 'lat', 'lng', 'location', 'phones', 'urlService', 'address.country'] as const),
  ...(['address.state', 'address.city', 'address.district', 'address.street', 'address.number'] as const),
  ...(['address.zipcode', 'category', 'subcategory', 'openingHours', 'rating', 'picture', 'closed'] as const),
];

export type Member = (typeof memberNames)[number];

/** The usual names of columns (`keyOf`), by member. */
const usualNames = new WordLists([join(__dirname, 'column-names.txt')]);

/** Members of which `NA` may be a value. */
const mayBeNa: readonly Member[] = ['name', 'names', 'address.country', 'address.state'];

/** The column of each member. An empty name means none. */
export type Columns = Partial<Record<Member, string>>;

/** The columns that the options name. Others are guessed. */
export interface GivenColumns {
  /** Without that of the identifier. */
  columns: Columns;
  /** The columns whose values make the identifier. An empty list means none; undefined means a guess. */
  id?: readonly string[] | undefined;
}

/**
 * Reads `--columns`: `id=ref,name=title`, or the name of a file with such pairs, one a line.
 *
 * @param id `--id`: the columns of the identifier, separated by commas
 * @throws CommandError if the file cannot be read, a member is unknown, or both options name columns of the identifier
 */
export function readColumns(option: string, id?: string): GivenColumns {
  const columns: Columns = {};
  for (const pair of pairsOf(option)) {
    const [, written = '', column = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
    const short = written.trim().replace(/^location\./, '');
    const member = memberNames.find((name) => name === short || name === `address.${short}`);
    if (member === undefined) {
      throw new CommandError(
        `--columns: ${JSON.stringify(pair.trim())} must be MEMBER=COLUMN; members are ${memberNames.join(', ')}.`,
        2,
      );
    }
    columns[member] = column.trim();
  }
  const { id: idColumn, ...others } = columns;
  if (id !== undefined && idColumn !== undefined) {
    throw new CommandError('--id and --columns id=… both name the columns of the identifier: give one of them.', 2);
  }
  const idColumns = id?.split(',') ?? (idColumn === undefined ? undefined : [idColumn]);
  return { columns: others, id: idColumns?.map((name) => name.trim()).filter((name) => name !== '') };
}

function pairsOf(option: string): string[] {
  if (option === '') return [];
  return option.includes('=') ? option.split(',') : linesOf(option);
}

function linesOf(path: string): string[] {
  try {
    const text = readSmallFile(path)
      .toString()
      .replace(/^\uFEFF/, '');
    return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  } catch (error) {
    throw new CommandError(`--columns must be MEMBER=COLUMN, or a file with such lines: ${errorMessage(error)}`, 2);
  }
}

/** Columns of records that have the same columns. */
interface KnownColumns {
  columns: Columns;
  /** Columns of no member. */
  unused: readonly string[];
}

/** Finds the columns of a file, and the member of each. */
export class TableColumns {
  /** The first identifiers that are made of other members. */
  private readonly generatedIds = new Set<string>();
  /** Records whose generated identifier an earlier record has. */
  private repeated = 0;
  /** By the columns of a record. Features may have any members. */
  private readonly known = new LRUCache<string, KnownColumns, readonly string[]>({
    max: 1000,
    memoMethod: (_key, _stale, { context: names }) => this.read(names),
  });
  private readonly used: Columns = {};
  /** Columns of no member, with the number of their values. */
  private readonly unused = new Map<string, number>();

  constructor(private readonly given: GivenColumns) {}

  /** @throws Error if the first record lacks a column that it needs */
  check(first: JsonObject): void {
    const row = rowOf(first);
    const { columns } = this.columnsOf(row);
    const its = `its columns are ${Object.keys(row).join(', ')}`;
    const { id = [], columns: given } = this.given;
    const all = [...id.map((column) => ['id', column] as const), ...Object.entries(given)];
    const missing = all.find(([, column]) => column !== '' && valueAt(row, column) === undefined);
    if (missing) throw new Error(`it has no column ${JSON.stringify(missing[1])} for ${missing[0]}; ${its}`);
    if (columns.name === undefined) throw new Error(`it has no column for name: give --columns name=COLUMN; ${its}`);
  }

  recordOf(given: JsonObject, optional: OptionalMembers): TableRecord {
    const whole = withoutNullMarkers(given);
    const row = rowOf(whole);
    return new TableRecord(whole, optional, row, this.columnsOf(row), this.given);
  }

  addGeneratedId(id: string): void {
    if (this.generatedIds.has(id)) this.repeated += 1;
    else if (this.generatedIds.size < maxGeneratedIds) this.generatedIds.add(id);
  }

  /** Counts the values of columns of no member. */
  countUnused(record: TableRecord): void {
    for (const name of record.known.unused) {
      const before = this.unused.get(name) ?? 0;
      if (!this.unused.has(name) && this.unused.size >= maxUnused) continue;
      this.unused.set(name, before + ((record.valueAt(name) ?? '') === '' ? 0 : 1));
    }
  }

  absentColumns(): PlaceColumn[] {
    return columnsOfMembers.flatMap(([column, ...needs]) =>
      needs.some((member) => this.used[member]) ? [] : [column],
    );
  }

  /** `columns: id=ref, name=title (guessed); not used: x (2 values)`, and how identifiers are made. */
  notes(): string[] {
    const given: Columns = { ...this.given.columns, ...(this.given.id && { id: this.given.id.join('+') }) };
    const pairs = memberNames.flatMap((member) => {
      const column = (member === 'id' ? given.id : undefined) ?? this.used[member] ?? '';
      return column === '' ? [] : [`${member}=${column}${given[member] === undefined ? ' (guessed)' : ''}`];
    });
    // Without degrees in columns of their own, a column of geometries has the position.
    const hasPosition = this.used.lat !== undefined || this.used.location !== undefined;
    const geometry = hasPosition ? undefined : [...this.unused.keys()].find(isGeometry);
    if (geometry !== undefined) pairs.push(`location=${geometry} (guessed)`);
    const unused = [...this.unused].filter(([name]) => name !== geometry && !Object.values(this.used).includes(name));
    const dropped = unused.slice(0, 50).map(([name, count]) => `${name} (${countOf(count, 'value')})`);
    const notUsed = dropped.length > 0 ? `; not used: ${namesAndMore(dropped, unused.length)}` : '';
    const columns = `columns: ${pairs.join(', ')}${notUsed}`;
    return [...(pairs.length === 0 ? [] : [columns]), ...this.notesOfIds()];
  }

  private notesOfIds(): string[] {
    if (this.generatedIds.size === 0) return [];
    if (this.repeated === 0) return [generatedIds];
    const isCut = this.generatedIds.size >= maxGeneratedIds;
    const records = `${countOf(this.repeated, 'record')}${isCut ? ' or more' : ''}`;
    return [
      generatedIds,
      `${records} with the name, position and address of an earlier one, which the last of them replaces: ` +
        'if they are different places, --id COLUMN,… names columns that tell them apart.',
    ];
  }

  private columnsOf(fields: JsonObject): KnownColumns {
    const names = namesIn(fields);
    return this.known.memo(names.join('\n'), { context: names });
  }

  private read(names: readonly string[]): KnownColumns {
    const columns = { ...guess(names, this.given.columns), ...this.given.columns };
    if (this.given.id !== undefined) delete columns.id;
    const used = [...Object.values(columns), ...(this.given.id ?? [])];
    Object.assign(this.used, { ...columns, ...this.used });
    return { columns, unused: names.filter((name) => !used.includes(name)) };
  }
}

const generatedIds =
  'identifiers are made of name, position and address, because no column has them: if these change, it is another place. ' +
  '--id COLUMN,… names columns that stay the same.';

/** Identifiers that are kept to count repeated ones: some 10 MB. */
const maxGeneratedIds = 100_000;

/** Columns whose values are counted. */
const maxUnused = 1000;

/** A name in lower case, without accents and punctuation. */
export function keyOf(column: string): string {
  return fold(column).replace(/[^\p{L}\p{N}]/gu, '');
}

/** A record of a table. Its fields are the members of a place. */
export class TableRecord extends SourceRecord {
  /** The columns whose values make the identifier. */
  readonly idColumns: readonly string[];

  constructor(
    whole: JsonObject,
    optional: OptionalMembers,
    private readonly row: JsonObject,
    readonly known: KnownColumns,
    readonly given: GivenColumns,
  ) {
    super(whole, optional, () => membersOf(row, known.columns));
    this.idColumns = given.id ?? [known.columns.id ?? []].flat();
  }

  /** The name of the column of a member. */
  override readonly labelOf = (member: string): string => this.known.columns[member as Member] ?? member;

  valueAt(column: string): unknown {
    return valueAt(this.row, column);
  }
}

function membersOf(row: JsonObject, columns: Columns): JsonObject {
  const entries = Object.entries(columns).map(([member, column]) => {
    const value = column === '' ? undefined : valueAt(row, column);
    return [member, isNa(value) && !mayBeNa.includes(member as Member) ? undefined : value];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/** The fields of a GeoJSON feature or of a row. */
function rowOf(record: JsonObject): JsonObject {
  // The members of a feature itself, such as `type`, are no columns.
  const isFeature = record.type === 'Feature' && 'properties' in record;
  return withoutNullMarkers(objectOf(record.properties, 'properties') ?? (isFeature ? {} : record));
}

/** Members of a nested object count as columns: `address.street`. */
function namesIn(fields: JsonObject): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isNested ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name];
  });
}

function guess(names: readonly string[], given: Columns): Columns {
  const free = names.filter((name) => !Object.values(given).includes(name));
  const byKey = new Map(free.map((name) => [keyOf(name), name]));
  const found = memberNames.flatMap((member) => {
    const column = usualNames
      .phrasesOf(member)
      .map((name) => byKey.get(name))
      .find((name) => name !== undefined);
    return column === undefined ? [] : [[member, column] as const];
  });
  return Object.fromEntries(found);
}

/** The value of a column, or of nested members: `address.street`. */
function valueAt(fields: JsonObject, column: string): unknown {
  if (column in fields) return fields[column];
  return column
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined),
      fields,
    );
}

/** A column of a place stays unchanged if none of its members has a column in the table. */
const columnsOfMembers: readonly (readonly [PlaceColumn, ...Member[]])[] = [
  ['phones', 'phones'],
  ['url_service', 'urlService'],
  ['country', 'address.country'],
  ['state', 'address.state'],
  ['city', 'address.city'],
  ['district', 'address.district'],
  ['street', 'address.street'],
  ['number', 'address.number', 'address.street'],
  ['zipcode', 'address.zipcode'],
  ['categories', 'category', 'subcategory'],
  ['opening_hours', 'openingHours'],
  ['names', 'names'],
  ['brand', 'brand'],
  ['rating', 'rating'],
  ['featured_photo', 'picture'],
];

/** Whether a column has geometries, or positions in one text. */
export function isGeometry(column: string): boolean {
  return usualNames.phrasesOf('geometry').includes(keyOf(column));
}
