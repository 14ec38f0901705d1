import { CommandLine } from '../support/command-line.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { useCommandLine } from '../support/use-command-line.js';
import { withoutConstraint } from '../support/without-constraint.js';

/** Identifiers whose order differs by UTF-16 unit and by code point, by case, and at the ends of batches. */
const ids = [
  'A',
  'Z',
  'a',
  'z',
  'É',
  '\uFFFD',
  '\u{1F600}',
  ...Array.from({ length: 1100 }, (_, index) => `p${index}`),
];

describe('index verify', () => {
  let index: string;

  const document = (id: string, method?: string, body?: object): Promise<Response> =>
    elasticsearch(`${index}/_doc/${encodeURIComponent(id)}?refresh=true`, method, body);

  const verify = (...args: string[]) => cli.run(['index', 'verify', '--wait', '0', ...args]);
  const repair = (...ids: string[]) => cli.run(['index', 'repair', ...ids]);

  const place = (id: string): object => ({
    id,
    name: `Place ${id}`,
    location: { lat: '-23.5600', lng: '-46.650' },
    categories: [{ id: 'c', name: 'Cafés', subcategory: { id: 's', name: 'Torrefação' } }],
  });
  const cli = useCommandLine();

  beforeAll(async () => {
    expect((await cli.import('places', ids.map(place))).status).toBe(0);
    [{ name: index } = { name: '' }] = await cli.query<{ name: string }>('SELECT name FROM place_indices');
  });

  it('finds no difference when the index equals PostgreSQL', async () => {
    const { status, output } = await verify();
    expect([status, output]).toEqual([0, '1,107 places compared: no difference\n']);
  });

  it('lists missing, stale and extra places, and repairs them', async () => {
    await document('Z', 'DELETE');
    await document('p1099', 'DELETE');
    const held = (await (await document('p7')).json()) as { _source: object };
    await document('p7', 'PUT', { ...held._source, phones: ['1'] });
    await document('zz', 'PUT', { id: 'zz', name: 'Nowhere' });
    await document('anonymous', 'PUT', { name: 'Without its own identifier' });

    const found = await verify();
    expect(found.status).toBe(1);
    expect(found.output.trimEnd().split('\n').sort()).toEqual(
      [
        '1,107 places compared: 2 missing, 1 stale, 2 extra',
        ...['extra anonymous', 'extra zz', 'missing Z', 'missing p1099', 'stale p7'],
      ].sort(),
    );
    expect(found.messages).toContain('differs from PostgreSQL in 5 places: run `index repair`.\n');

    const { stored, indexed, differences } = JSON.parse((await verify('--json')).output) as Record<string, object[]>;
    expect([stored, indexed]).toEqual([1107, 1107]);
    expect(differences).toHaveLength(5);
    expect(differences).toContainEqual({ id: 'Z', kind: 'missing' });

    const repaired = await repair();
    expect(repaired.status).toBe(0);
    expect(repaired.output).toContain('stale p7, repaired\n');
    const audited = JSON.parse(
      (await cli.run(['audit', 'list', '--action', 'index.repair', '--json'])).output,
    ) as object;
    expect(audited).toMatchObject([{ details: { repaired: 5, remaining: 0 } }]);
    expect((await verify()).output).toContain('no difference');
    expect(await (await document('p7')).json()).toMatchObject({ _source: held._source });
  });

  it('reports pending changes and lists their places', async () => {
    await cli.query("UPDATE places SET name = 'Renamed' WHERE id = 'a'");
    const { status, output, messages } = await verify();
    expect(status).toBe(1);
    expect(messages).toContain('1 change is not indexed yet: is the service running?');
    expect(output).toContain('pending a\n');
    expect((await repair()).status).toBe(0);
  });

  it('repairs changes made while the triggers were disabled', async () => {
    await cli.query('ALTER TABLE places DISABLE TRIGGER USER');
    await cli.query("UPDATE places SET name = 'Unheard' WHERE id = 'z'");
    await cli.query('ALTER TABLE places ENABLE TRIGGER USER');
    expect((await verify()).output).toContain('stale z\n');
    expect((await repair()).output).toContain('stale z, repaired\n');
  });

  it('repairs an index that is ahead of a restored PostgreSQL', async () => {
    // These documents get higher versions than later changes.
    await cli.query("UPDATE places SET name = 'Before' WHERE id IN ('A', 'p3')");
    expect((await repair()).status).toBe(0);
    await cli.query("SELECT setval('place_versions', 1)");
    await cli.query("UPDATE places SET name = 'Restored' WHERE id IN ('A', 'p3')");
    expect((await repair()).output).toMatch(/stale A, repaired\nstale p3, repaired\n/);
    expect((await verify()).status).toBe(0);
  });

  it('lists places that Elasticsearch rejects, with the reason', async () => {
    await withoutConstraint(cli.database.source, 'places_rating_check', async () => {
      await cli.query("INSERT INTO places (id, name, rating) VALUES ('nan', 'None', 'NaN')");
      const { status, output, messages } = await repair();
      expect([status, messages]).toEqual([1, expect.stringMatching(/1 place still differs\.\n$/)]);
      expect(output).toMatch(/^rejected nan: .*NaN.*\n/);
      const { output: table } = await cli.run(['index', 'status']);
      expect(table).toMatch(/^dead letters +1\n +nan: .*NaN.* \(\d{4}-.*Z\)$/m);
      expect(table).toMatch(/^lag +0 changes/m);
      await cli.query("DELETE FROM places WHERE id = 'nan'");
    });
    expect((await repair()).status).toBe(0);
  });

  it('reports that there is no index', async () => {
    const { status, messages } = await cli.run(['index', 'verify'], { ELASTICSEARCH_INDEX: 'none' });
    expect([status, messages]).toEqual([1, 'There is no index behind the alias none yet\n']);
  });
});

/** Two directories share an Elasticsearch. Neither may change the index of the other. */
describe('an Elasticsearch that two directories share', () => {
  let live: string;
  /** Aliases whose indices are dropped after the test. */
  const aliases: string[] = [];

  const production = useCommandLine();

  beforeAll(async () => {
    expect(await production.import('places', [{ id: 'p', name: 'Padaria' }])).toMatchObject({ status: 0 });
    [live = ''] = await behind(production.database.name);
  });

  afterAll(async () => {
    const left = (await Promise.all(aliases.map(behind))).flat();
    for (const name of left) await elasticsearch(name, 'DELETE');
  });

  /** The indices behind an alias. */
  async function behind(alias: string): Promise<string[]> {
    const response = await elasticsearch(`_alias/${alias}`);
    return response.ok ? Object.keys((await response.json()) as object) : [];
  }

  const registered = async (cli: CommandLine) =>
    (await cli.query<{ name: string }>('SELECT name FROM place_indices')).map(({ name }) => name);

  it.each([['reindex'], ['import']])(
    'keeps the index of production when its dump is restored beside it and a trial runs %s',
    async (command) => {
      const trial = await CommandLine.start();
      const half = `${production.database.name}-20200101000000000`;
      await elasticsearch(half, 'PUT');
      // As in a dump that was made during a rebuild, with a pending change.
      await trial.query('INSERT INTO place_indices (name) SELECT unnest($1::text[])', [[live, half]]);
      await trial.query("INSERT INTO places (id, name) VALUES ('t', 'Trial')");
      try {
        const unready = await trial.run(['index', 'repair']);
        expect([unready.status, unready.messages]).toEqual([1, expect.stringContaining('There is no index behind')]);
        const { status, messages } =
          command === 'reindex'
            ? await trial.run(['reindex'])
            : await trial.import('places', [{ id: 't2', name: 'T' }]);
        expect(status).toBe(0);
        expect(messages).toContain(`Index ${live} is unregistered but not dropped`);
        expect(await registered(trial)).toEqual([expect.any(String)]);
        expect(await registered(trial)).toEqual(await behind(trial.database.name));
        expect(await behind(production.database.name)).toEqual([live]);
        expect((await elasticsearch(half)).status).toBe(200);
        expect((await elasticsearch(`${live}/_doc/p`)).status).toBe(200);
        expect((await elasticsearch(`${live}/_doc/t`)).status).toBe(404);
      } finally {
        await elasticsearch(half, 'DELETE');
        await trial.stop();
      }
    },
  );

  it('does not repair the index of production when an earlier trial has left its alias', async () => {
    const trial = await CommandLine.start();
    try {
      await trial.import('places', [{ id: 't', name: 'Trial' }]);
      // Another dump replaces the first.
      await trial.query('TRUNCATE place_indices');
      await trial.query('INSERT INTO place_indices (name) VALUES ($1)', [live]);
      const { status, messages } = await trial.run(['index', 'repair']);
      expect([status, messages]).toEqual([1, expect.stringContaining('is not registered in this database')]);
      expect((await elasticsearch(`${live}/_doc/p`)).status).toBe(200);
      expect((await elasticsearch(`${live}/_doc/t`)).status).toBe(404);
    } finally {
      // The indices that are left are dropped after the test.
      await trial.query('TRUNCATE place_indices');
      aliases.push(trial.database.name);
      await trial.stop();
    }
  });

  it('keeps both indices when one database is used with two values of ELASTICSEARCH_INDEX', async () => {
    const other = `${production.database.name}-other`;
    aliases.push(other);
    const elsewhere = { ELASTICSEARCH_INDEX: other };
    expect(await production.run(['reindex'], elsewhere)).toMatchObject({ status: 0 });
    expect(await behind(production.database.name)).toEqual([live]);
    const [named = ''] = await behind(other);
    expect(await registered(production)).toEqual([named]);

    // Changes were written to the other index only, so the next command builds a new one.
    expect(await production.import('places', [{ id: 'q', name: 'Quitanda' }])).toMatchObject({ status: 0 });
    expect(await behind(other)).toEqual([named]);
    const [current = ''] = await behind(production.database.name);
    expect((await elasticsearch(`${current}/_doc/q`)).status).toBe(200);
    expect((await registered(production)).sort()).toEqual([live, current].sort());
  });

  it('keeps an index to which an operator has added another alias', async () => {
    const [current = ''] = await behind(production.database.name);
    const kept = `${production.database.name}-kept`;
    await elasticsearch(`${current}/_alias/${kept}`, 'PUT');
    aliases.push(kept);
    await production.run(['reindex']);
    await production.query("UPDATE place_indices SET retired = now() - interval '1 hour' WHERE retired IS NOT NULL");
    await production.run(['reindex']);
    expect(await behind(kept)).toEqual([current]);
    expect(await registered(production)).not.toContain(current);
  });
});
