import { Argument } from 'commander';
import { type EntityManager } from 'typeorm';
import { PlaceReader } from '../../places/place-reader.js';
import { type CommandRow } from '../command-table.js';
import { CommandError, interruptible } from '../command-error.js';
import { recordAction } from '../audit.js';
import { type RecordKindName, recordKindNames } from '../import/record-kinds.js';
import { type CommandContext } from '../command-context.js';
import { writePrivateFile } from '../private-file.js';
import { type PlaceRecord } from '../../places/place.js';
import { isWebAddress, shownAddress } from '../../http/links.js';
import { countOf } from '../visible-text.js';

interface Options {
  output?: string;
  withPasswordHashes: boolean;
}

export const command: CommandRow = {
  name: 'export',
  description: 'Writes all records of a kind, one JSON object per line, from one snapshot of the database.',
  options: (command) =>
    command
      .addArgument(new Argument('<kind>', 'kind of records').choices(recordKindNames))
      .option('--output <file>', 'output file, gzip if it ends in .gz (default: standard output)')
      .option('--with-password-hashes', 'include the argon2id password hashes of users', false)
      .option('--json', 'print the result as JSON; needs --output', false),
  notes: `\
Writes the lines that import reads, ordered by identifier. Importing them into an empty directory and exporting again gives
the same bytes. Export and import the kinds in this order:
${recordKindNames.join(', ')}.

Users who are imported elsewhere can sign in there only if their password hashes were exported.`,
  examples: ['export places --output places.ndjson.gz', 'export users --with-password-hashes --output users.ndjson'],
  work: exportKind,
};

async function exportKind(context: CommandContext, kind: RecordKindName, options: Options): Promise<void> {
  const { app, database, terminal } = context;
  const { output, withPasswordHashes } = options;
  if (context.json && output === undefined)
    throw new CommandError('--json needs --output: without it, standard output holds the records.', 2);
  let count = 0;
  await interruptible(async (signal) => {
    await recordAction(context, 'export', undefined, { kind, ...(withPasswordHashes && { withPasswordHashes }) });
    // One snapshot for all batches.
    await database.transaction('REPEATABLE READ', async (manager) => {
      const records =
        kind === 'places'
          ? exportPlaces(manager, app.get(PlaceReader))
          : exportTable(manager, kind, tableExports(withPasswordHashes)[kind]);
      async function* lines(): AsyncGenerator<string> {
        for await (const record of records) {
          count += 1;
          yield `${JSON.stringify(record)}\n`;
        }
      }
      await (output === undefined ? terminal.printAll(lines(), signal) : writePrivateFile(output, lines(), signal));
    });
  });
  const text = `${kind}: ${countOf(count, 'line')}`;
  if (context.json) context.print({ kind, output, lines: count }, text);
  else terminal.log(text);
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

const tableExports = (withPasswordHashes: boolean): Readonly<Record<TableKind, TableExport>> => ({
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

/** Without hashes. */
const { users, reviews, checkins, follows } = tableExports(false);

/** The parts of an export of a person. Each statement returns one JSON value for the user $1. */
const parts: Readonly<Record<string, string>> = {
  user: `SELECT ${users.line} AS part FROM users WHERE id = $1`,
  reviews: listOf(reviews.line, 'reviews WHERE user_id = $1', 'id'),
  checkins: listOf(checkins.line, 'checkins WHERE user_id = $1', 'id'),
  follows: listOf(follows.line, 'follows WHERE follower_id = $1 OR following_id = $1', 'follower_id, following_id'),
  sessions: listOf(objectOf('created, expires, browser'), 'sessions WHERE user_id = $1', 'created'),
  consents: listOf(
    objectOf('client_id AS client, created, used, expires, revoked'),
    'token_families WHERE user_id = $1',
    'created',
  ),
  tokens: listOf(
    objectOf('client_id AS client, scope, created, expires, revoked'),
    'access_tokens WHERE user_id = $1',
    'created',
  ),
  audit: listOf(
    objectOf('created, actor, action, details'),
    "audit_log WHERE subject = 'user:' || $1 OR actor = 'user:' || $1",
    'audit_log.id',
  ),
};

/** Everything that is stored about a user, without hashes. @returns undefined if no such user exists */
export async function exportUser(manager: EntityManager, id: string): Promise<Record<string, unknown> | undefined> {
  const exported: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(parts)) {
    const [row] = await manager.query<{ part: unknown }[]>(statement, [id]);
    if (!row) return undefined;
    exported[name] = row.part;
  }
  return exported;
}

function listOf(value: string, rows: string, order: string): string {
  return `SELECT COALESCE(json_agg(json_strip_nulls(${value}) ORDER BY ${order}), '[]') AS part FROM ${rows}`;
}

function objectOf(columns: string): string {
  return `(SELECT row_to_json(shown) FROM (SELECT ${columns}) AS shown)`;
}
