import { type EntityManager } from 'typeorm';
import { type PlaceReader } from '../../places/place-reader.js';
import { type KindName } from '../import/kinds.js';

/** What is left out of lines unless it is asked for. */
export interface ExportOptions {
  withPasswordHashes: boolean;
}

/** The records of a kind as lines that import takes (design, section 6), in the order of their identifiers. */
export type ReadLines = (
  manager: EntityManager,
  records: PlaceReader,
  options: ExportOptions,
) => AsyncGenerator<object>;

const batchSize = 1000;

/** How a table is walked: the columns of its key, and the statement that makes the lines, as JSON. */
interface Walk {
  table: string;
  key: readonly string[];
  /** SQL of the line; members that are null are left out. */
  line: string;
}

const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

const categories: Walk = {
  table: 'categories',
  key: ['id'],
  line: `json_build_object('id', id, 'name', name, 'subcategories', COALESCE((
    SELECT json_agg(json_build_object('id', s.id, 'name', s.name) ORDER BY s.id)
    FROM subcategories s WHERE s.category_id = rows.id), '[]'))`,
};

const users = (hash: string): Walk => ({
  table: 'users',
  key: ['id'],
  line: `json_build_object('id', id, 'name', name, 'email', email, ${hash}
    'disabled', ${milliseconds('disabled')}, 'birth', to_char(birth, 'DD-MM-YYYY'), 'gender', gender,
    'photos', json_strip_nulls(json_build_object('small', photo_small, 'medium', photo_medium, 'large', photo_large,
      'original', photo_original)),
    'statistics', json_build_object('reviews', reviews, 'places', places, 'photos', photos, 'checkins', checkins))`,
});

const follows: Walk = {
  table: 'follows',
  key: ['follower_id', 'following_id'],
  line: `json_build_object('follower', follower_id, 'following', following_id, 'created', ${milliseconds('created')})`,
};

const checkins: Walk = {
  table: 'checkins',
  key: ['id'],
  line: `json_build_object('id', id, 'user', user_id, 'place', place_id, 'source', source, 'created', ${milliseconds('created')})`,
};

const reviews: Walk = {
  table: 'reviews',
  key: ['id'],
  line: `json_build_object('id', id, 'user', user_id, 'place', place_id, 'text', text, 'source', source,
    'rating', rating::text, 'thumbsUp', thumbs_up, 'created', ${milliseconds('created')})`,
};

export const exported: Readonly<Record<KindName, ReadLines>> = {
  categories: (manager) => walk(manager, categories),
  places: (manager, records) => places(manager, records),
  users: (manager, _records, { withPasswordHashes }) =>
    walk(manager, users(withPasswordHashes ? `'passwordHash', password_hash,` : '')),
  follows: (manager) => walk(manager, follows),
  checkins: (manager) => walk(manager, checkins),
  reviews: (manager) => walk(manager, reviews),
};

async function* walk(manager: EntityManager, { table, key, line }: Walk): AsyncGenerator<object> {
  const columns = key.join(', ');
  const position = key.map((_, at) => `$${at + 1}`).join(', ');
  const statement = `SELECT json_strip_nulls(${line}) AS line, ARRAY[${columns}] AS key FROM ${table} AS rows
    WHERE (${columns}) > (${position}) ORDER BY ${columns} LIMIT ${batchSize}`;
  let last = key.map(() => '');
  for (;;) {
    const rows = await manager.query<{ line: object; key: string[] }[]>(statement, last);
    for (const row of rows) yield row.line;
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.key ?? last;
  }
}

async function* places(manager: EntityManager, records: PlaceReader): AsyncGenerator<object> {
  let last = '';
  for (;;) {
    const batch = await records.after(last, batchSize, manager);
    yield* batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1)?.id ?? last;
  }
}
