import { type EntityManager } from 'typeorm';
import { UserAdministration } from '../../users/user-administration.service.js';
import { type StoredRun } from './import-run.js';
import { type RecordKindName } from './record-kinds.js';

/** A table of which an import adds rows. Statements call its rows `t`, and get the run as $1. */
interface Target {
  table: string;
  key: readonly string[];
  /** Names a row. */
  label: string;
  /** SQL condition: other rows need the row, or would be deleted with it. */
  inUse?: string;
  /** What that means. */
  use?: string;
}

const exists = (...queries: string[]): string => queries.map((query) => `EXISTS (SELECT FROM ${query})`).join(' OR ');

/** The run added the row, and nothing has changed it since but the run itself. */
const isUntouched = (row: string): string => `(${row}.added_by = $1 AND COALESCE(${row}.changed_by, $1) = $1) IS TRUE`;

const placeInUse = (place: string): string =>
  exists(`reviews WHERE place_id = ${place}.id`, `checkins WHERE place_id = ${place}.id`);

/** Places that stay when the run is undone. */
const stayingPlaces = `places p WHERE (NOT ${isUntouched('p')} OR ${placeInUse('p')})`;
const places: Target = {
  table: 'places',
  key: ['id'],
  label: 't.id',
  inUse: placeInUse('t'),
  use: 'have reviews or check-ins',
};

const inCategory = `(SELECT FROM place_categories c WHERE c.place_id = p.id AND c.category_id`;
const subcategoryInUse = (row: string): string =>
  exists(`${stayingPlaces} AND EXISTS ${inCategory} = ${row}.category_id AND c.subcategory_id = ${row}.id)`);

const subcategories: Target = {
  table: 'subcategories',
  key: ['category_id', 'id'],
  label: "t.category_id || '/' || t.id",
  inUse: subcategoryInUse('t'),
  use: 'are used by places that stay',
};

const categories: Target = {
  table: 'categories',
  key: ['id'],
  label: 't.id',
  inUse: exists(
    `${stayingPlaces} AND EXISTS ${inCategory} = t.id)`,
    `subcategories s WHERE s.category_id = t.id AND (NOT ${isUntouched('s')} OR ${subcategoryInUse('s')})`,
  ),
  use: 'are used by places or have subcategories that stay',
};

const sources: Target = {
  table: 'sources',
  key: ['name'],
  label: 't.name',
  inUse: exists(`${stayingPlaces} AND p.source = t.name`),
  use: 'are used by places that stay',
};

const users: Target = {
  table: 'users',
  key: ['id'],
  label: 't.id',
  inUse: exists(
    ...['reviews', 'checkins', 'sessions', 'token_families', 'access_tokens'].map((of) => `${of} WHERE user_id = t.id`),
    'follows WHERE follower_id = t.id',
    'follows WHERE following_id = t.id',
  ),
  use: 'have reviews, check-ins, follows, sessions or tokens',
};

/** What an import of a kind adds: the kind itself first, each table before those that it needs. */
const targetsOf: Readonly<Record<RecordKindName, readonly Target[]>> = {
  categories: [categories, subcategories],
  places: [places, subcategories, categories, sources],
  users: [users],
  follows: [
    { table: 'follows', key: ['follower_id', 'following_id'], label: "t.follower_id || ' → ' || t.following_id" },
  ],
  checkins: [{ table: 'checkins', key: ['id'], label: 't.id' }],
  reviews: [{ table: 'reviews', key: ['id'], label: 't.id' }],
};

/** Rows of a table, and the names of the first of them. */
export interface Rows {
  table: string;
  count: number;
  names: string[];
}

export interface UndoPlan {
  /** Rows that the undo deletes. */
  deleted: Rows[];
  /** Rows that the run added, and that stay. */
  left: (Rows & { reason: string })[];
  /** Rows that the run changed. They stay as they are. */
  changed: Rows[];
}

/** @param maxNames of each list; undefined for all */
export async function planUndo(
  manager: EntityManager,
  { id, kind }: StoredRun,
  maxNames: number | undefined,
): Promise<UndoPlan> {
  const plan: UndoPlan = { deleted: [], left: [], changed: [] };
  const find = async ({ table, label, key }: Target, condition: string): Promise<Rows[]> => {
    const [row] = await manager.query<{ count: number; names: string[] }[]>(
      `WITH found AS (SELECT ${label} AS shown, ${key.map((column) => `t.${column}`).join(', ')} FROM ${table} t WHERE ${condition})
       SELECT (SELECT count(*)::float FROM found) AS count,
         ARRAY(SELECT shown FROM found ORDER BY ${key.join(', ')} LIMIT $2) AS names`,
      [id, maxNames ?? null],
    );
    return row && row.count > 0 ? [{ table, ...row }] : [];
  };
  for (const target of targetsOf[kind]) {
    const { inUse = 'false', use = '' } = target;
    const because = (reason: string) => (rows: Rows) => ({ ...rows, reason });
    plan.deleted.push(...(await find(target, `${isUntouched('t')} AND NOT (${inUse})`)));
    const changedSince = await find(target, 't.added_by = $1 AND t.changed_by <> $1');
    plan.left.push(...changedSince.map(because('were changed by a later import or command')));
    plan.left.push(...(await find(target, `${isUntouched('t')} AND (${inUse})`)).map(because(use)));
    plan.changed.push(...(await find(target, 't.changed_by = $1 AND t.added_by IS DISTINCT FROM $1')));
  }
  return plan;
}

/** Whether rows of the kind itself stay. Categories and sources of places may stay, because other places use them. */
export function isPartial({ kind }: StoredRun, { left }: UndoPlan): boolean {
  return left.some(({ table }) => table === targetsOf[kind][0]?.table);
}

/** Rows of a transaction. */
const batchSize = 1000;

/** The next rows of a table. */
export interface Batch {
  /** Rows that were looked at. 0 at the end of the table. */
  read: number;
  deleted: number;
  /** The key of the last row. */
  last: string[];
}

/** The tables of a run, in the order in which their rows are deleted. */
export function tablesOf({ kind }: StoredRun): readonly Target[] {
  return kind === 'categories' ? [subcategories, categories] : targetsOf[kind];
}

/**
 * Deletes the next rows that the run added. They are locked first: what refers to them meanwhile waits, and is found or fails.
 *
 * @param after the key of the last row before
 */
export async function deleteBatch(
  manager: EntityManager,
  { id }: StoredRun,
  { table, key, inUse = 'false' }: Target,
  after: readonly string[] = key.map(() => ''),
): Promise<Batch> {
  const columns = key.map((column) => `t.${column}`).join(', ');
  const locked = await manager.query<{ key: string[] }[]>(
    `SELECT ARRAY[${columns}] AS key FROM ${table} t
      WHERE ${isUntouched('t')} AND (${columns}) > (${key.map((_, at) => `$${at + 2}`).join(', ')})
      ORDER BY ${columns} LIMIT ${batchSize} FOR UPDATE`,
    [id, ...after],
  );
  const values = key.map((_, at) => locked.map((row) => row.key[at] ?? ''));
  const given = `SELECT * FROM unnest(${key.map((_, at) => `$${at + 2}::text[]`).join(', ')})`;
  const free = await manager.query<{ key: string[] }[]>(
    `SELECT ARRAY[${columns}] AS key FROM ${table} t
      WHERE (${columns}) IN (${given}) AND ${isUntouched('t')} AND NOT (${inUse})`,
    [id, ...values],
  );
  const keys = free.map((row) => row.key);
  if (table === 'users') await new UserAdministration(manager).delete(...keys.flat());
  else if (keys.length > 0) {
    const freeKeys = key.map((_, at) => `$${at + 1}::text[]`).join(', ');
    await manager.query(
      `DELETE FROM ${table} t WHERE (${columns}) IN (SELECT * FROM unnest(${freeKeys}))`,
      key.map((_, at) => keys.map((values) => values[at])),
    );
  }
  return { read: locked.length, deleted: keys.length, last: locked.at(-1)?.key ?? [...after] };
}
