import { useCommandLine } from '../support/use-command-line.js';

describe('an import', () => {
  const cli = useCommandLine();

  const importAs = async (name: string, content: string | Buffer, ...options: string[]) =>
    cli.run(['import', 'places', ...options, await cli.write(name, content)]);

  const cafe = (id: number, tags: object): string =>
    JSON.stringify({ elements: [{ type: 'node', id, lat: 1, lon: 2, tags: { amenity: 'cafe', ...tags } }] });

  it.each([
    ['osm', 'skipped.json', cafe(1, {}), 1],
    ['osm', 'both.json', cafe(1, {}).replace('}}]', '}},{}]'), 1],
    ['osm', 'closed.json', cafe(1, { name: 'Closed', disused: 'yes' }), 0],
    ['foursquare', 'unnamed.csv', 'fsq_place_id,name\nu1,\nu2,NULL\n', 1],
    ['foursquare', 'some.csv', 'fsq_place_id,name\nu1,\nu2,Named\n', 0],
  ])('ends with status 1 if it uses no record of a file: %s, %s', async (format, name, content, expected) => {
    for (const options of [['--dry-run'], [], ['--bbox', '50,50,51,51']]) {
      const { status, messages } = await importAs(name, content, '--format', format, ...options);
      const isReported = messages.includes(`${name}: every record was skipped or rejected`);
      expect([status, isReported]).toEqual([expected, expected === 1]);
    }
  });

  it('stores ratings and pictures of a table without identifiers, and keeps them if a later file has no such columns', async () => {
    const head = 'Nome;Coordenadas;Nota média;Foto\n';
    const line = 'Azul;-23,96, -46,33;4,5;https://img.example.org/a.jpg\n';
    const options = ['--format', 'csv', '--source', 'Azuis'];
    const first = await importAs('azuis.csv', head + line, ...options, '--columns', 'rating=Nota média');
    expect(first).toMatchObject({ status: 0, report: expect.stringContaining('1 new') });
    expect(first.messages).toContain('identifiers are made of name, position and address');
    const again = await importAs('azuis.csv', 'nome;lat;lon\nAzul;-23.96;-46.33\n', ...options);
    expect(again).toMatchObject({ status: 0, report: expect.stringContaining('1 unchanged') });
    expect(await cli.query(`SELECT lat, rating, featured_photo FROM places WHERE source = 'Azuis'`)).toEqual([
      { lat: '-23.96', rating: '4.5', featured_photo: 'https://img.example.org/a.jpg' },
    ]);
  });

  it('of many files ends with status 1 if it uses no record of one of them', async () => {
    const file = async (id: number, tags: object) => cli.write(`venue-${id}.json`, cafe(id, tags));
    const files = [await file(1, { name: 'One' }), await file(2, {}), await file(3, { name: 'Three' })];
    const { status, messages } = await cli.run(['import', 'places', '--format', 'osm', ...files]);
    expect([status, messages]).toEqual([1, expect.stringContaining('venue-2.json: every record was skipped')]);
    const rows = await cli.query(`SELECT name FROM places WHERE id IN ('osm-node-1', 'osm-node-3') ORDER BY name`);
    expect(rows).toEqual([{ name: 'One' }, { name: 'Three' }]);
  });

  describe('of places of another source', () => {
    const stored = (id: string) => cli.query<object>('SELECT name, source FROM places WHERE id = $1', [id]);

    beforeEach(async () => {
      await cli.query('DELETE FROM places');
      expect((await importAs('osm.json', cafe(7, { name: 'Café' }), '--format', 'osm')).status).toBe(0);
    });

    it.each([
      ['a table', ['--format', 'csv', '--source', 'City'], 'id,name\nosm-node-7,Other\n', 'a line of "City"'],
      ['a table without a source', ['--format', 'csv'], 'id,name\nosm-node-7,Other\n', 'a line without a source'],
      [
        'a table that closes it',
        ['--format', 'csv', '--columns', 'closed=gone'],
        'id,name,gone\nosm-node-7,Other,yes\n',
        'a line without a source',
      ],
      ['a line of the API', [], '{"id":"osm-node-7","name":"Other","source":"City"}', 'a line of "City"'],
      ['a line without a source', [], '{"id":"osm-node-7","name":"Other"}', 'a line without a source'],
    ])('changes none, unless asked: %s', async (_title, options, content, given) => {
      const result = await importAs('other.txt', content, ...options);
      const reason = `the place "osm-node-7" is of the source "OpenStreetMap": ${given} changes it only with --other-sources`;
      expect([result.status, result.messages]).toEqual([1, expect.stringContaining(reason)]);
      expect(await stored('osm-node-7')).toEqual([{ name: 'Café', source: 'OpenStreetMap' }]);
      expect((await importAs('other.txt', content, ...options, '--other-sources')).status).toBe(0);
      expect(await stored('osm-node-7')).not.toContainEqual({ name: 'Café', source: 'OpenStreetMap' });
    });

    it('changes those of the source that each line names; lines without one change places without one', async () => {
      const lines = ['{"id":"osm-node-7","name":"New","source":"OpenStreetMap"}', '{"id":"free","name":"Free"}'];
      expect((await importAs('own.ndjson', lines.join('\n'))).status).toBe(0);
      expect((await importAs('free.ndjson', '{"id":"free","name":"Freed"}')).status).toBe(0);
      expect([await stored('osm-node-7'), await stored('free')]).toEqual([
        [{ name: 'New', source: 'OpenStreetMap' }],
        [{ name: 'Freed', source: null }],
      ]);
    });

    it.each([
      ['id,name\nfree,Ours\n', [{ name: 'Ours', source: 'City' }]],
      ['id,name,gone\nfree,Ours,yes\n', []],
    ])('changes none without a source, unless asked: %j', async (content, changed) => {
      expect((await importAs('free.ndjson', '{"id":"free","name":"Free"}')).status).toBe(0);
      const options = ['--format', 'csv', '--source', 'City', ...(content.includes('gone') ? ['--columns', 'closed=gone'] : [])]; // prettier-ignore
      const { status, messages } = await importAs('free.csv', content, ...options);
      const reason = 'the place "free" has no source: a line of "City" changes it only with --other-sources';
      expect([status, messages]).toEqual([1, expect.stringContaining(reason)]);
      expect(await stored('free')).toEqual([{ name: 'Free', source: null }]);
      expect((await importAs('free.csv', content, ...options, '--other-sources')).status).toBe(0);
      expect(await stored('free')).toEqual(changed);
    });

    it('changes none that an earlier line of the same file has made', async () => {
      const lines = ['City', 'Registry'].map((source) => JSON.stringify({ id: 'twice', name: source, source }));
      expect((await importAs('twice.ndjson', lines.join('\n'))).status).toBe(1);
      expect(await stored('twice')).toEqual([{ name: 'City', source: 'City' }]);
    });

    it('does not go with --replace-source, nor with other records', async () => {
      const path = await cli.write('none.ndjson', '');
      for (const [kind, ...options] of [['places', '--replace-source', 'City'], ['users']]) {
        const result = await cli.run(['import', kind ?? '', '--other-sources', ...options, path]);
        expect([result.status, result.messages]).toEqual([2, expect.stringContaining('--other-sources')]);
      }
    });
  });
});
