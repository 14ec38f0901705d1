import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { recordKindNames } from '../../src/cli/import/record-kinds.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { searchable } from '../support/searchable.js';
import { useCommandLine } from '../support/use-command-line.js';
import { waitUntil } from '../support/retry.js';

const created = 1679399729700;
const aPlace = (id: string, more: object = {}) => ({ id, name: `Place ${id}`, ...more });
const aUser = (id: string, more: object = {}) => ({ id, name: `User ${id}`, ...more });
const aReview = (id: string, place: string, user = 'author') => ({ id, user, place, rating: 4, created });
const museum = { id: 'museums', name: 'Museums', subcategory: { id: 'art', name: 'Art' } };
const cafe = { id: 'cafes', name: 'Cafés' };

describe('import undo', () => {
  const cli = useCommandLine();

  const tables = ['sources', 'categories', 'subcategories', 'places', 'users', 'follows', 'checkins', 'reviews'];

  /** All rows, with those of `place_categories`. */
  const contents = () =>
    Promise.all([...tables, 'place_categories'].map((table) => cli.query(`SELECT t::text FROM ${table} t ORDER BY 1`)));

  let files = 0;

  /** Imports lines as a file of their own. @returns the number of the run */
  const load = (kind: string, lines: readonly unknown[], ...options: string[]) =>
    loadAs(`${kind}-${++files}.ndjson`, kind, lines, ...options);

  async function loadAs(name: string, kind: string, lines: readonly unknown[], ...options: string[]): Promise<number> {
    const file = await cli.write(name, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { status, output, messages } = await cli.run(['import', kind, ...options, '--json', file]);
    expect([status, messages]).toEqual([0, '']);
    return (JSON.parse(output) as { run: number }).run;
  }

  const undo = (run: number, ...options: string[]) => cli.run(['import', 'undo', String(run), ...options]);

  async function undone(run: number) {
    const { status, output, messages } = await undo(run, '--yes', '--json');
    return { status, messages, ...(JSON.parse(output) as object) };
  }

  const ids = async (table: string) => {
    const rows = await cli.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`);
    return rows.map(({ id }) => id).join(' ');
  };
  const indexed = async (id: string) => (await elasticsearch(`${cli.database.name}/_doc/${id}`)).status === 200;

  beforeEach(async () => {
    await cli.query(`DELETE FROM places`);
    await cli.query(`DELETE FROM users`);
    await cli.query('DELETE FROM categories');
    await cli.query('DELETE FROM sources');
    await cli.query('TRUNCATE import_runs, audit_log');
  });

  it('deletes what an import added, also from the index, and leaves what it changed', async () => {
    await load('places', [aPlace('old', { categories: [cafe] }), aPlace('other')]);
    const added = [
      aPlace('new1', { categories: [museum, cafe] }),
      aPlace('new2', { name: 'Xylograph', source: 'Mine' }),
    ];
    const lines = [...added, aPlace('old', { categories: [museum] }), aPlace('other')];
    const run = await load('places', lines);
    expect(await searchable(cli, 'q=xylograph')).toEqual(['new2']);

    expect(await undo(run)).toMatchObject({
      status: 2,
      output: [
        '2 places would be deleted: new1, new2',
        '1 source would be deleted: Mine',
        '1 subcategory kept, used by places that stay: museums/art',
        '1 category kept, used by places or with subcategories that stay: museums',
        `1 place kept, changed by import ${run}: old`,
        '',
      ].join('\n'),
      messages: 'Nothing is deleted without --yes.\n',
    });
    expect(await ids('places')).toBe('new1 new2 old other');

    const { status, output } = await undo(run, '--yes', '--operator', 'ana');
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(/^2 places deleted: new1, new2\n1 source deleted: Mine\n/),
    ]);
    expect(await ids('places')).toBe('old other');
    expect(await cli.query('SELECT name FROM sources')).toEqual([]);
    expect(await ids('categories')).toBe('cafes museums');
    expect([await indexed('new1'), await indexed('new2'), await indexed('old')]).toEqual([false, false, true]);
    expect(await searchable(cli, 'q=xylograph')).toEqual([]);
    const audited = await cli.run(['audit', 'list', '--subject', `import:${run}`, '--json']);
    expect(JSON.parse(audited.output)).toEqual([
      expect.objectContaining({
        ...{ actor: 'operator:ana', action: 'import.undo', details: { kind: 'places', places: 2, sources: 1 } },
      }),
      expect.objectContaining({ action: 'import' }),
    ]);
  });

  it.each([
    ['categories', [{ id: 'a', name: 'A', subcategories: [{ id: 'b', name: 'B' }] }]],
    ['places', [aPlace('a', { categories: [museum], source: { name: 'Mine' } }), aPlace('b', { categories: [cafe] })]],
    ['users', [aUser('a', { email: 'a@example.org', password: 'secret words' }), aUser('b')]],
    ['follows', [{ follower: 'author', following: 'reader', created }]],
    [
      'checkins',
      [
        { user: 'author', place: 'here', created },
        { user: 'reader', place: 'here', created },
      ],
    ],
    ['reviews', [aReview('a', 'here'), aReview('b', 'here')]],
  ])('undoes an import of each kind: %s', async (kind, lines) => {
    await cli.query("INSERT INTO users (id, name) VALUES ('author', 'A'), ('reader', 'R')");
    await cli.query("INSERT INTO places (id, name) VALUES ('here', 'Here')");
    const before = await contents();
    const run = await load(kind, lines);
    expect(await contents()).not.toEqual(before);
    expect(await undone(run)).toMatchObject({ status: 0, run, kind, left: [], changed: [] });
    expect(await contents()).toEqual(before);
    // Once more changes nothing.
    expect(await undone(run)).toMatchObject({ status: 0, deleted: [] });
    const { output } = await cli.run(['import', 'list']);
    expect(output).toMatch(new RegExp(`^${run} .* ${kind} .* yes +\\d{4}-\\S+Z +.*/${kind}-\\d+.ndjson$`, 'm'));
  });

  it('leaves what later imports changed, or refer to', async () => {
    await cli.query("INSERT INTO users (id, name) VALUES ('author', 'A')");
    const run = await load(
      'places',
      ['free', 'changed', 'moved', 'reviewed', 'visited'].map((id) => aPlace(id)),
    );
    const later = await load('places', [aPlace('changed', { name: 'New' }), aPlace('moved', { categories: [cafe] })]);
    const reviews = await load('reviews', [aReview('r', 'reviewed')]);
    await load('checkins', [{ user: 'author', place: 'visited', created }]);
    const left = [
      { table: 'places', count: 2, names: ['changed', 'moved'], reason: 'changed by a later import or command' },
      { table: 'places', count: 2, names: ['reviewed', 'visited'], reason: 'with reviews or check-ins' },
    ];
    const dry = await undo(run, '--json');
    expect([dry.status, JSON.parse(dry.output)]).toEqual([
      2,
      {
        ...{ run, kind: 'places', dryRun: true, left, changed: [], laterRuns: [later] },
        deleted: [{ table: 'places', count: 1, names: ['free'] }],
      },
    ]);
    expect(await undone(run)).toMatchObject({
      status: 1,
      dryRun: false,
      left,
      deleted: [{ table: 'places', names: ['free'] }],
    });
    expect(await ids('places')).toBe('changed moved reviewed visited');
    // The later import did not add these places.
    expect(await undone(later)).toMatchObject({
      ...{ status: 0, deleted: [], left: [{ table: 'categories', names: ['cafes'] }] },
      changed: [{ table: 'places', names: ['changed', 'moved'] }],
    });
    // Without its review, the place goes.
    expect(await undone(reviews)).toMatchObject({ status: 0, deleted: [{ table: 'reviews', count: 1 }] });
    expect(await undone(run)).toMatchObject({ status: 1, deleted: [{ table: 'places', count: 1 }] });
    expect(await ids('places')).toBe('changed moved visited');
  });

  it('deletes what later imports of the same files changed', async () => {
    const own = (more: object) => [aPlace('own', { categories: [museum], ...more }), aPlace('own2')];
    const run = await loadAs('own.ndjson', 'places', own({ name: 'Typo' }), '--source', 'Mine');
    const again = await loadAs(
      'own.ndjson',
      'places',
      [...own({ name: 'Correct' }), aPlace('more')],
      '--source',
      'Mine',
    );
    await loadAs('other.ndjson', 'places', [aPlace('own2', { name: 'Other' })], '--source', 'Mine');
    expect(await undone(run)).toMatchObject({
      deleted: [{ table: 'places', count: 1 }, { table: 'subcategories' }, { table: 'categories' }],
      left: [
        { table: 'places', names: ['own2'], reason: 'changed by a later import or command' },
        { table: 'sources', names: ['Mine'] },
      ],
    });
    expect(await undone(again)).toMatchObject({ status: 0, deleted: [{ table: 'places', count: 1 }] });
    expect(await ids('places')).toBe('own2');
  });

  it('knows a file by its absolute path', async () => {
    const run = await loadAs('same.ndjson', 'places', [aPlace('own', { name: 'Typo' })]);
    const path = await cli.write('same.ndjson', JSON.stringify(aPlace('own', { name: 'Correct' })));
    expect((await cli.run(['import', 'places', relative(process.cwd(), path)])).status).toBe(0);
    expect(await cli.query('SELECT DISTINCT files FROM import_runs WHERE id >= $1', [run])).toEqual([
      { files: [path] },
    ]);
    expect(await undone(run)).toMatchObject({ status: 0, deleted: [{ table: 'places', count: 1 }] });
  });

  it('leaves categories that later imports use or extend', async () => {
    const run = await load('categories', [
      { id: 'empty', name: 'Empty', subcategories: [{ id: 'one', name: 'One' }] },
      { id: 'extended', name: 'Extended' },
      {
        id: 'used',
        name: 'Used',
        subcategories: [
          { id: 'one', name: 'One' },
          { id: 'two', name: 'Two' },
        ],
      },
    ]);
    await load('categories', [{ id: 'extended', name: 'Extended', subcategories: [{ id: 'x', name: 'X' }] }]);
    const inUse = { id: 'used', name: 'Used', subcategory: { id: 'two', name: 'Two' } };
    await load('places', [aPlace('p', { categories: [inUse] })]);
    const result = await undone(run);
    expect(result).toMatchObject({
      status: 1,
      deleted: [
        { table: 'subcategories', names: ['empty/one', 'used/one'] },
        { table: 'categories', names: ['empty'] },
      ],
    });
    expect(await ids('categories')).toBe('extended used');
    expect(await ids('subcategories')).toBe('two x');
  });

  it('leaves users who were used or changed since, and no trace of the others', async () => {
    const names = ['idle', 'signed-in', 'author', 'follower', 'followed', 'renamed', 'new-password', 'disabled'];
    const run = await load(
      'users',
      names.map((id) => aUser(id)),
    );
    await cli.query("INSERT INTO sessions (digest, user_id, expires) VALUES ('x', 'signed-in', now())");
    await cli.query("INSERT INTO places (id, name) VALUES ('here', 'Here')");
    await load('reviews', [aReview('r', 'here', 'author')]);
    const follows = [
      { follower: 'follower', following: 'followed', created },
      { follower: 'idle', following: 'follower', created },
    ];
    const [first, second] = [await load('follows', [follows[0]]), await load('follows', [follows[1]])];
    expect(await undone(second)).toMatchObject({ status: 0 });
    await load('users', [aUser('renamed', { name: 'New' })]);
    const password = Readable.from([Buffer.from('quite a new one\n')]);
    await cli.run(['users', 'set-password', 'new-password', '--password-stdin'], {}, password);
    await cli.run(['users', 'disable', 'disabled']);
    await cli.query(
      "INSERT INTO audit_log (actor, action, subject, expires) VALUES ('user:idle', 'sign-in', 'user:idle', now())",
    );
    const tracesOfIdle = (table: string) => cli.query(`SELECT t::text FROM ${table} t WHERE t::text ~ '\\midle\\M'`);
    expect(await tracesOfIdle('audit_log')).toHaveLength(1);
    expect(await undone(run)).toMatchObject({
      status: 1,
      deleted: [{ table: 'users', count: 1, names: [] }],
      left: [
        { names: ['disabled', 'new-password', 'renamed'], reason: 'changed by a later import or command' },
        {
          names: ['author', 'followed', 'follower', 'signed-in'],
          reason: 'with reviews, check-ins, follows, sessions or tokens',
        },
      ],
    });
    expect(await cli.query("SELECT FROM users WHERE id = 'idle'")).toEqual([]);
    expect(await Promise.all(['audit_log', 'list_sizes', 'import_runs'].map(tracesOfIdle))).toEqual([[], [], []]);
    await undone(first);
    expect(await undone(run)).toMatchObject({ deleted: [{ table: 'users', count: 2 }] });
  });

  it('undoes an interrupted import, and a killed one', async () => {
    const line = Buffer.from(`${JSON.stringify(aPlace('early'))}\n`);
    let askForMore: () => void = () => undefined;
    const askedForMore = new Promise<void>((resolve) => (askForMore = resolve));
    const input = new Readable({ highWaterMark: 1, read: askForMore });
    input.push(line);
    const running = cli.run(['import', 'places', '-'], { OPERATOR: 'ana' }, input);
    await askedForMore;
    await setImmediate();
    process.emit('SIGINT');
    expect(await running).toMatchObject({ status: 130 });
    const [interrupted] = JSON.parse((await cli.run(['import', 'list', '--json'])).output) as { id: number }[];
    expect(interrupted).toMatchObject({
      ...{ kind: 'places', files: ['-'], operator: 'ana', added: 1, changed: 0, removed: 0, rejected: 0 },
      ...{ complete: false, undone: null },
    });
    const killed = await load('places', [aPlace('late')]);
    await cli.query('UPDATE import_runs SET complete = NULL, rejected = NULL WHERE id = $1', [killed]);
    for (const id of [interrupted?.id ?? 0, killed]) expect(await undone(id)).toMatchObject({ status: 0 });
    expect(await ids('places')).toBe('');
  });

  it('stops an import that still runs', async () => {
    const input = new Readable({ read: () => undefined });
    const line = (id: string) => `${JSON.stringify(aPlace(id))}\n`;
    input.push(Array.from({ length: 1000 }, (_, at) => line(`first${at}`)).join(''));
    const running = cli.run(['import', 'places', '-'], {}, input);
    let run: number | undefined;
    while (run === undefined) {
      const [row] = await cli.query<{ id: number }>('SELECT id::float FROM import_runs WHERE added > 0');
      run = row?.id;
    }
    expect(await undone(run)).toMatchObject({ status: 0, deleted: [{ table: 'places', count: 1000 }] });
    input.push(line('second'));
    input.push(null);
    const { status, messages } = await running;
    expect([status, messages]).toEqual([1, expect.stringContaining(`Import ${run} was undone meanwhile: it stops.\n`)]);
    expect(await ids('places')).toBe('');
  });

  it('undoes imports of several batches, with rows of two keys', async () => {
    const users = Array.from({ length: 2500 }, (_, at) => aUser(`u${at}`));
    const run = await load('users', users);
    const follows = users.slice(1).map(({ id }) => ({ follower: id, following: 'u0', created }));
    expect(await undone(await load('follows', follows))).toMatchObject({
      deleted: [{ table: 'follows', count: 2499 }],
    });
    expect((await undo(run)).output).toBe('2,500 users would be deleted\n');
    expect(await undone(run)).toMatchObject({ deleted: [{ table: 'users', count: 2500 }] });
  });

  it('names the first ten of many rows', async () => {
    const places = Array.from({ length: 12 }, (_, at) => aPlace(`p${at + 10}`));
    const run = await load('places', places);
    const names = places.slice(0, 10).map(({ id }) => id);
    expect(JSON.parse((await undo(run, '--json')).output)).toMatchObject({
      deleted: [{ table: 'places', count: 12, names }],
    });
    expect((await undo(run, '--yes')).output).toBe(`12 places deleted: ${names.join(', ')}, and 2 more\n`);
  });

  it('waits for locks of others until Ctrl-C, and without --yes for 5 s only', async () => {
    const run = await load('places', [aPlace('held')]);
    const other = cli.database.source.createQueryRunner();
    await other.startTransaction();
    try {
      await other.query("SELECT FROM places WHERE id = 'held' FOR UPDATE");
      expect(await undo(run)).toMatchObject({
        ...{ status: 1, output: '', messages: expect.stringContaining('has used these records for 5 s: try again') },
      });
      for (const options of [['--yes'], []]) {
        const undoing = undo(run, ...options);
        await waitUntil(async () => {
          const waiting = await cli.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return waiting.length > 0;
        }, 20);
        process.emit('SIGINT');
        expect(await undoing).toMatchObject({ status: 130, output: '', messages: 'Interrupted.\n' });
      }
    } finally {
      await other.rollbackTransaction();
      await other.release();
    }
    expect(await ids('places')).toBe('held');
    expect(await undone(run)).toMatchObject({ status: 0 });
  }, 30_000);

  it('names later imports that may have had the same records', async () => {
    const run = await load('places', [aPlace('same')]);
    const [later, gone] = [await load('places', [aPlace('same')]), await load('places', [aPlace('more')])];
    await undone(gone);
    await load('users', [aUser('u')]);
    const { status, output } = await undo(run, '--yes');
    expect([status, output]).toEqual([
      0,
      '1 place deleted: same\n' +
        `Later imports of places (${later}) may have had the same records unchanged: import their files again.\n`,
    ]);
    expect(await load('places', [aPlace('same')])).toBeGreaterThan(run);
    expect(await ids('places')).toBe('same');
  });

  it('keeps what the demonstration data changed', async () => {
    const run = await load('places', [aPlace('masp'), aPlace('mine')]);
    const seeded = await cli.run(['seed', '--small', '--json']);
    expect(JSON.parse(seeded.output)).toMatchObject({
      complete: true,
      clients: expect.arrayContaining([{ id: 'demo-app', state: 'registered' }]) as object,
      files: expect.arrayContaining([
        expect.objectContaining({ file: 'places.ndjson', read: 66, new: 65, changed: 1, rejected: 0 }),
      ]) as object,
    });
    expect(await undone(run)).toMatchObject({
      ...{ status: 1, deleted: [{ table: 'places', count: 1 }] },
      left: [{ names: ['masp'], reason: 'changed by a later import or command' }],
    });
    expect(await cli.query('SELECT id::float FROM import_runs')).toEqual([{ id: run }]);
  });

  it('does not restore what a new edition deleted', async () => {
    const feature = (id: string) => ({
      ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [151, -33] } },
      properties: { id, names: { primary: id } },
    });
    const options = ['--format', 'overture', '--replace-source', 'Overture Maps', '--max-deleted-percent', '100'];
    await load('places', [feature('a'), feature('b')], ...options);
    const run = await load('places', [feature('b'), feature('c')], ...options);
    const listed = JSON.parse((await cli.run(['import', 'list', '--json'])).output) as unknown[];
    expect(listed[0]).toMatchObject({ id: run, added: 1, changed: 0, removed: 1, complete: true });
    const { output } = await undo(run, '--yes');
    expect(output).toContain(`1 place that import ${run} deleted is not restored.\n`);
    expect(await ids('places')).toBe('overture-b');
  });

  it('knows imports by their numbers only', async () => {
    expect(await undo(999_999, '--yes')).toMatchObject({
      status: 1,
      messages: 'There is no import 999999: see import list.\n',
    });
    expect(await cli.run(['import', 'list'])).toMatchObject({
      status: 0,
      output: '',
      messages: 'There are no imports.\n',
    });
    for (const kind of recordKindNames) expect(await cli.run(['import', 'undo', kind])).toMatchObject({ status: 2 });
  });
});
