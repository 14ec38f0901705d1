import { type EntityManager } from 'typeorm';
import { type PlaceRecord } from '../../places/place.js';
import { type PlaceReader } from '../../places/place-reader.js';
import { isWebAddress, shownAddress } from '../../web-address.js';
import { type RecordKindName } from '../import/record-kinds.js';

export interface ExportOptions {
  withPasswordHashes: boolean;
}

const batchSize = 1000;

/** A kind whose table has its name, and is read page by page in key order. */
interface TableExport {
  key: readonly string[];
  /** SQL expression of the JSON record. Null fields are removed. */
  line: string;
  /** Leaves out what `import` would reject. */
  clean?: (record: object) => object;
}

type TableKind = Exclude<RecordKindName, 'places'>;

const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

const tableExports = ({ withPasswordHashes }: ExportOptions): Readonly<Record<TableKind, TableExport>> => ({
  categories: {
    key: ['id'],
    line: `json_build_object('id', id, 'name', name, 'subcategories', COALESCE((
      SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY s.id)
      FROM subcategories s WHERE s.category_id = rows.id), '[]'))`,
  },
  users: {
    key: ['id'],
    line: `json_build_object('id', id, 'name', name, 'email', email,
      ${withPasswordHashes ? `'passwordHash', password_hash,` : ''}
      'disabled', ${milliseconds('disabled')}, 'birth', to_char(birth, 'DD-MM-YYYY'), 'gender', gender,
      'photos', json_strip_nulls(json_build_object('small', photo_small, 'medium', photo_medium, 'large', photo_large,
        'original', photo_original)),
      'statistics', json_build_object('reviews', reviews, 'places', places, 'photos', photos, 'checkins', checkins))`,
    clean: withWebPhotos,
  },
  follows: {
    key: ['follower_id', 'following_id'],
    line: `json_build_object('follower', follower_id, 'following', following_id, 'created', ${milliseconds('created')})`,
  },
  checkins: {
    key: ['id'],
    line: `json_build_object('id', id, 'user', user_id, 'place', place_id, 'source', source,
      'created', ${milliseconds('created')})`,
  },
  reviews: {
    key: ['id'],
    // Without text, rating and thumbs, a review could not be told from a check-in.
    line: `json_build_object('id', id, 'user', user_id, 'place', place_id,
      'text', CASE WHEN text IS NULL AND rating IS NULL AND thumbs_up IS NULL THEN '' ELSE text END, 'source', source,
      'rating', rating::text, 'thumbsUp', thumbs_up, 'created', ${milliseconds('created')})`,
  },
});

/** Reads the records of a kind in the shape that import reads (docs/data.md), ordered by identifier. */
export function exportRecords(
  kind: RecordKindName,
  manager: EntityManager,
  places: PlaceReader,
  options: ExportOptions,
): AsyncGenerator<object> {
  return kind === 'places' ? exportPlaces(manager, places) : exportTable(manager, kind, tableExports(options)[kind]);
}

/** The SQL expression of a record in the shape that import reads, without hashes. Null fields are not removed. */
export function recordLine(kind: TableKind): string {
  return tableExports({ withPasswordHashes: false })[kind].line;
}

async function* exportTable(
  manager: EntityManager,
  table: TableKind,
  { key, line, clean = (record) => record }: TableExport,
): AsyncGenerator<object> {
  const columns = key.join(', ');
  const position = key.map((_, index) => `$${index + 1}`).join(', ');
  const statement = `SELECT json_strip_nulls(${line}) AS line, ARRAY[${columns}] AS key FROM ${table} AS rows
    WHERE (${columns}) > (${position}) ORDER BY ${columns} LIMIT ${batchSize}`;
  let last = key.map(() => '');
  for (;;) {
    const rows = await manager.query<{ line: object; key: string[] }[]>(statement, last);
    for (const row of rows) yield clean(row.line);
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.key ?? last;
  }
}

async function* exportPlaces(manager: EntityManager, records: PlaceReader): AsyncGenerator<object> {
  let last = '';
  for (;;) {
    const batch = await records.after(last, batchSize, manager);
    yield* batch.map(withWebAddresses);
    if (batch.length < batchSize) return;
    last = batch.at(-1)?.id ?? last;
  }
}

function withWebPhotos(user: { photos?: Readonly<Record<string, string>> }): object {
  const photos = Object.entries(user.photos ?? {}).filter(([, address]) => isWebAddress(address));
  return { ...user, photos: Object.fromEntries(photos) };
}

function withWebAddresses(place: PlaceRecord): object {
  const { urlService, featured } = place;
  const isShown = shownAddress(featured?.photo.medium) !== undefined;
  return { ...place, urlService: shownAddress(urlService), featured: isShown ? featured : undefined };
}
