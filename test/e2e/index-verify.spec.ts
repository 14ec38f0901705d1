import { elasticsearch } from '../support/elasticsearch.js';
import { useCommandLine } from '../support/use-command-line.js';

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
    expect([status, output]).toEqual([0, '1,107 places stored, 1,107 in the index: no difference\n']);
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
        '1,107 places stored, 1,107 in the index: 2 missing, 1 stale, 2 extra',
        ...['extra anonymous', 'extra zz', 'missing Z', 'missing p1099', 'stale p7'],
      ].sort(),
    );
    expect(found.messages).toContain('differs from PostgreSQL in 5 places; --repair indexes them again.\n');

    const { stored, indexed, differences } = JSON.parse((await verify('--json')).output) as Record<string, object[]>;
    expect([stored, indexed]).toEqual([1107, 1107]);
    expect(differences).toHaveLength(5);
    expect(differences).toContainEqual({ id: 'Z', kind: 'missing' });

    const repaired = await verify('--repair');
    expect(repaired.status).toBe(0);
    expect(repaired.output).toContain('stale p7, repaired\n');
    expect((await verify()).output).toContain('no difference');
    expect(await (await document('p7')).json()).toMatchObject({ _source: held._source });
  });

  it('reports pending changes and lists their places', async () => {
    await cli.query("UPDATE places SET name = 'Renamed' WHERE id = 'a'");
    const { status, output, messages } = await verify();
    expect(status).toBe(1);
    expect(messages).toContain('1 change is not indexed yet: is the service running?');
    expect(output).toContain('pending a\n');
    expect((await verify('--repair')).status).toBe(0);
  });

  it('repairs changes made while the triggers were disabled', async () => {
    await cli.query('ALTER TABLE places DISABLE TRIGGER USER');
    await cli.query("UPDATE places SET name = 'Unheard' WHERE id = 'z'");
    await cli.query('ALTER TABLE places ENABLE TRIGGER USER');
    expect((await verify()).output).toContain('stale z\n');
    expect((await verify('--repair')).output).toContain('stale z, repaired\n');
  });

  it('repairs an index that is ahead of a restored PostgreSQL', async () => {
    // These documents get higher versions than later changes.
    await cli.query("UPDATE places SET name = 'Before' WHERE id IN ('A', 'p3')");
    expect((await verify('--repair')).status).toBe(0);
    await cli.query("SELECT setval('place_versions', 1)");
    await cli.query("UPDATE places SET name = 'Restored' WHERE id IN ('A', 'p3')");
    expect((await verify('--repair')).output).toMatch(/stale A, repaired\nstale p3, repaired\n/);
    expect((await verify()).status).toBe(0);
  });

  it('lists places that Elasticsearch rejects, with the reason', async () => {
    await cli.query('ALTER TABLE places DROP CONSTRAINT places_rating_check');
    await cli.query("INSERT INTO places (id, name, rating) VALUES ('nan', 'None', 'NaN')");
    const { status, output, messages } = await verify('--repair');
    expect([status, messages]).toEqual([1, expect.stringMatching(/1 place still differs\.\n$/)]);
    expect(output).toMatch(/^rejected nan: .*NaN.*\n/);
    const { output: table } = await cli.run(['index', 'status']);
    expect(table).toMatch(/^dead letters +1\n +nan: .*NaN.* \(\d{4}-.*Z\)$/m);
    expect(table).toMatch(/^lag +0 changes/m);
    await cli.query("DELETE FROM places WHERE id = 'nan'");
    expect((await verify('--repair')).status).toBe(0);
  });

  it('reports that there is no index', async () => {
    const { status, messages } = await cli.run(['index', 'verify'], { ELASTICSEARCH_INDEX: 'none' });
    expect([status, messages]).toEqual([1, 'There is no index behind the alias none yet\n']);
  });
});
