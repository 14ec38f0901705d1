import { tileOf } from '../../src/places/tiles/tile-grid.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { readXml } from '../support/xml.js';

const odbl = 'https://opendatacommons.org/licenses/odbl/1-0/';
const openStreetMap = { name: 'OpenStreetMap', license: odbl, attribution: '© OpenStreetMap contributors' };
const registry = { name: 'Registry', license: 'https://example.org/license', attribution: 'Data of the registry' };

describe('the sources of places', () => {
  const commandLine = useCommandLine();

  const importPlaces = async (name: string, lines: readonly object[], ...options: string[]) => {
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    return commandLine.run(['import', 'places', ...options, await commandLine.write(name, text)]);
  };

  const node = (id: number) => ({
    ...{ type: 'node', id, lat: 1, lon: 2 },
    tags: { name: `Node ${id}`, amenity: 'cafe' },
  });

  const { directory, get, ids } = useDirectory({
    over: commandLine,
    fill: async (directory) => {
      expect(await importPlaces('osm.json', [node(1), node(2)], '--format', 'osm')).toMatchObject({ status: 0 });
      const own = [
        { id: 'own', name: 'Own' },
        { id: 'named', name: 'Named', source: 'OpenStreetMap' },
      ];
      const options = Object.entries(registry).flatMap(([option, value]) => [
        `--${option === 'name' ? 'source' : option}`,
        value,
      ]);
      expect(await importPlaces('own.ndjson', own, ...options)).toMatchObject({ status: 0 });
      expect(await commandLine.import('places', [{ id: 'none', name: 'None' }], 'none.ndjson')).toMatchObject({
        status: 0,
      });
      await directory.settle();
    },
  });

  it('are those of the data set, of the options, or of the line', async () => {
    expect((await get('/v2/places/osm-node-1')).body.place.source).toEqual(openStreetMap);
    expect((await get('/v2/places/own')).body.place.source).toEqual(registry);
    expect((await get('/v2/places/named')).body.place.source).toEqual(openStreetMap);
    expect((await get('/v2/places/none')).body.place).not.toHaveProperty('source');
  });

  it('are in lists only if fl names them, in JSON and XML', async () => {
    const path = '/v2/places?fq=id:own';
    expect((await get(path)).body.results.places[0]).not.toHaveProperty('source');
    const { body } = await get(`${path}&fl=source`);
    expect(body.results.places).toEqual([{ id: 'own', source: registry }]);
    expect(await readXml((await get(`${path}&fl=source&wt=xml`)).text, body)).toMatchObject({
      results: { places: [{ id: 'own', source: registry }] },
    });
    expect((await get(`${path}&fl=source.name`)).body.results.places).toEqual([
      { id: 'own', source: { name: 'Registry' } },
    ]);
  });

  it.each([
    ['source.name:openstreetmap', ['named', 'osm-node-1', 'osm-node-2']],
    [`source.license:"${odbl}"`, ['named', 'osm-node-1', 'osm-node-2']],
    ['-source:[* TO *]', ['none']],
    ['source.attribution:"Data of the registry"', ['own']],
  ])('can be filtered: %s', async (fq, found) => {
    expect(await ids({ fq, sort: 'id' })).toEqual(found);
  });

  it('are listed with the number of their places, in JSON and XML', async () => {
    const { status, body, headers } = await get('/v2/sources');
    const sources = [
      { ...openStreetMap, found: 3 },
      { ...registry, found: 1 },
    ];
    expect([status, body]).toEqual([200, { sourceResults: { sources } }]);
    expect(headers.get('link')).toBe(`<${odbl}>; rel="license", <${registry.license}>; rel="license"`);
    expect(await readXml((await get('/v2/sources?wt=xml')).text, body)).toEqual(body);
  });

  it('give each response the links to the licences of its places', async () => {
    const search = await get('/v2/places?fq=id:(own OR osm-node-1 OR named)&sort=id&rows=3');
    expect(search.headers.get('link')).toContain(`<${odbl}>; rel="license", <${registry.license}>; rel="license", `);
    expect(search.headers.get('link')).toContain('rel="first"');
    expect((await get('/v2/places?fq=id:none')).headers.get('link')).not.toContain('license');
    expect((await get('/v2/places/own')).headers.get('link')).toBe(`<${registry.license}>; rel="license"`);
    expect((await get('/v2/places/own/hours')).headers.get('link')).toBe(`<${registry.license}>; rel="license"`);
    expect((await get('/v2/places/none')).headers.get('link')).toBeNull();
    expect((await get('/v2/places/tiles.json')).headers.get('link')).toContain(`<${odbl}>; rel="license", `);
    for (const zoom of [0, 14]) {
      const tile = tileOf({ lat: 1, lng: 2 }, zoom);
      const { status, headers } = await get(`/v2/places/tiles/${zoom}/${tile.x}/${tile.y}.mvt`);
      expect([status, headers.get('link')]).toEqual([200, `<${odbl}>; rel="license"`]);
    }
  });

  it('are linked from responses whose documentation says so, with all other headers', async () => {
    const { body: document } = await get('/openapi.json');
    const tile = tileOf({ lat: 1, lng: 2 }, 3);
    const paths = {
      '/v2/places/tiles.json': '/v2/places/tiles.json',
      '/v2/places/tiles/{z}/{x}/{y}.mvt': `/v2/places/tiles/3/${tile.x}/${tile.y}.mvt`,
      '/v2/places/{placeId}': '/v2/places/own',
      '/v2/places/{placeId}/hours': '/v2/places/own/hours',
      '/v2/places': '/v2/places',
      '/v2/sources': '/v2/sources',
    };
    for (const [template, path] of Object.entries(paths)) {
      const { status, headers } = await get(`${path}?unknown=1`);
      const documented = Object.keys(document.paths[template].get.responses[200].headers).map((name) =>
        name.toLowerCase(),
      );
      expect([template, status, documented]).toEqual([template, 200, expect.arrayContaining(['link'])]);
      const present = ['link', 'etag', 'cache-control', 'x-ignored-parameters', 'x-request-id'].filter((name) =>
        headers.has(name),
      );
      expect(present).toContain('x-ignored-parameters');
      expect(documented).toEqual(expect.arrayContaining(present));
    }
  });

  it('give GeoJSON and the description of tiles their attribution', async () => {
    const { body } = await get('/v2/places?fq=id:(own OR osm-node-1)&wt=geojson');
    expect(body.attribution.split('; ').sort()).toEqual([registry.attribution, openStreetMap.attribution]);
    expect((await get('/v2/places?fq=id:none&wt=geojson')).body).not.toHaveProperty('attribution');
    expect((await get('/v2/places/own?wt=geojson')).body.attribution).toBe(registry.attribution);
    expect((await get('/v2/places/tiles.json')).body.attribution).toBe(
      `<a href="${odbl}">${openStreetMap.attribution}</a>; <a href="${registry.license}">${registry.attribution}</a>`,
    );
  });

  it('survive an export and an import', async () => {
    const { output } = await commandLine.run(['export', 'places']);
    expect(output).toContain(JSON.stringify(registry));
    const lines = output.trim().split('\n');
    expect((await commandLine.import('places', lines, 'again.ndjson')).report).toContain('0 new, 0 changed');
  });

  it('change with an import, also in the index', async () => {
    const options = ['--format', 'osm', '--attribution', 'OpenStreetMap and others'];
    const messages = expect.stringContaining(
      'source "OpenStreetMap": the attribution changes for all its places, from "© OpenStreetMap contributors" to ' +
        '"OpenStreetMap and others".',
    ) as unknown;
    expect(await importPlaces('one.json', [node(1)], ...options)).toMatchObject({ status: 0, messages });
    await directory.settle();
    await waitUntil(async () => {
      const { body } = await get('/v2/places?fq=id:named&fl=source');
      return body.results.places[0].source.attribution === 'OpenStreetMap and others';
    }, NOTIFICATION_SECONDS);
    expect((await get('/v2/sources')).body.sourceResults.sources[0]).toEqual({
      ...openStreetMap,
      ...{ attribution: 'OpenStreetMap and others', found: 3 },
    });
  });

  it.each([
    [['places', '--license', odbl], '--license and --attribution need --source: the name of the source.'],
    [['users', '--source', 'S'], '--source is only for places.'],
    [['places', '--source', 'S', '--license', 'odbl'], 'license: "odbl" must be a whole http or https address'],
    [['places', '--source', ' '], 'name: is empty'],
  ])('are checked before anything is imported: %s', async (args, message) => {
    const result = await commandLine.run(['import', ...args, await commandLine.write('empty.ndjson', '')]);
    expect(result).toMatchObject({ status: 2, messages: expect.stringContaining(message) });
  });

  describe('sources delete', () => {
    const ownCategory = { id: 'own-kinds', name: 'Own', subcategory: { id: 'small', name: 'Small' } };
    const shared = { id: 'shared-kinds', name: 'Shared' };
    const lines = [
      { id: 'mine-1', name: 'Mine', categories: [ownCategory, { ...shared, subcategory: { id: 'own', name: 'Own' } }] },
      { id: 'mine-2', name: 'Xenolith' },
    ];
    const categoryIds = async () => {
      const rows = await commandLine.query<{ id: string }>(
        `SELECT id FROM categories WHERE id LIKE '%-kinds' UNION SELECT category_id || '/' || id FROM subcategories
         WHERE category_id LIKE '%-kinds' ORDER BY 1`,
      );
      return rows.map(({ id }) => id);
    };
    const run = (...args: string[]) => commandLine.run(['sources', ...args]);

    it('deletes its places, also from the index, and the categories that only they have', async () => {
      expect(await importPlaces('mine.ndjson', lines, '--source', 'Mine')).toMatchObject({ status: 0 });
      expect(
        await importPlaces('theirs.ndjson', [{ id: 'theirs', name: 'Theirs', categories: [shared] }]),
      ).toMatchObject({
        status: 0,
      });
      await commandLine.query(`INSERT INTO users (id, name) VALUES ('author', 'Author')`);
      await commandLine.query(
        `INSERT INTO reviews (id, user_id, place_id, created) VALUES ('of-mine', 'author', 'mine-1', now())`,
      );
      await directory.settle();
      expect(await ids({ q: 'xenolith' })).toEqual(['mine-2']);
      expect((await run('list')).output).toMatch(/^Mine +2 *$/m);
      const contents =
        '  2 places, with 1 review and 0 check-ins\n  1 category: own-kinds\n' +
        '  2 subcategories: own-kinds/small, shared-kinds/own\n';
      expect(await run('show', 'Mine')).toMatchObject({ output: expect.stringMatching(/^PLACES +2$/m) });
      expect(await run('delete', 'Mine')).toMatchObject({
        ...{ status: 2, output: `Would delete Mine:\n${contents}`, messages: 'Nothing is deleted without --yes.\n' },
      });
      expect(await ids({ fq: 'source.name:Mine' })).toHaveLength(2);

      expect(await run('delete', 'Mine', '--yes')).toMatchObject({ status: 0, output: `Deleted Mine:\n${contents}` });
      expect(await ids({ q: 'xenolith' })).toEqual([]);
      expect((await get('/v2/places/mine-1')).status).toBe(404);
      expect(await categoryIds()).toEqual(['shared-kinds']);
      expect(await commandLine.query(`SELECT FROM sources WHERE name = 'Mine'`)).toEqual([]);
      const { output } = await commandLine.run(['audit', 'list', '--subject', 'source:Mine', '--json']);
      expect(JSON.parse(output)).toMatchObject([
        { action: 'source.delete', details: { places: 2, reviews: 1, checkins: 0, categories: 1, subcategories: 2 } },
      ]);
      expect(await importPlaces('mine.ndjson', lines, '--source', 'Mine')).toMatchObject({ status: 0 });
      expect((await run('delete', 'Mine', '--yes', '--json')).status).toBe(0);
      expect((await commandLine.run(['places', 'delete', 'theirs', '--yes'])).status).toBe(0);
      await directory.settle();
    });

    it('keeps a category that an import of another source begins to use meanwhile', async () => {
      expect(await importPlaces('mine.ndjson', lines, '--source', 'Mine')).toMatchObject({ status: 0 });
      const other = commandLine.database.source.createQueryRunner();
      await other.startTransaction();
      await other.query(`INSERT INTO places (id, name) VALUES ('late', 'Late')`);
      await other.query(`INSERT INTO place_categories VALUES ('late', 0, 'own-kinds', 'small')`);
      const deleting = run('delete', 'Mine', '--yes', '--json');
      await waitUntil(async () => {
        const waiting = await commandLine.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      }, 20);
      await other.commitTransaction();
      await other.release();
      const { status, output } = await deleting;
      expect(status).toBe(0);
      expect(JSON.parse(output)).toMatchObject({
        categories: { count: 1, names: ['shared-kinds'] },
        subcategories: { count: 1, names: ['shared-kinds/own'] },
      });
      expect(await categoryIds()).toEqual(['own-kinds', 'own-kinds/small']);
      expect((await commandLine.run(['places', 'delete', 'late', '--yes'])).status).toBe(0);
    });

    it('keeps what it cannot delete whole', async () => {
      expect(await run('delete', 'mine', '--yes')).toMatchObject({
        status: 1,
        messages: 'There is no source "mine": see sources list.\n',
      });
      // The lock of a replacement that runs.
      const holder = commandLine.database.source.createQueryRunner();
      await holder.query(`SELECT pg_advisory_lock(731084, hashtext('Registry'))`);
      expect(await run('delete', 'Registry', '--yes')).toMatchObject({
        status: 1,
        messages: 'Another import replaces Registry: wait until it ends.\n',
      });
      await holder.query('SELECT pg_advisory_unlock_all()');
      await holder.release();
      expect((await get('/v2/places/own')).status).toBe(200);
    });
  });
});
