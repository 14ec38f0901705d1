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

    it('changes places without a source, and those of the source that each line names', async () => {
      const lines = ['{"id":"osm-node-7","name":"New","source":"OpenStreetMap"}', '{"id":"free","name":"Free"}'];
      expect((await importAs('own.ndjson', lines.join('\n'))).status).toBe(0);
      expect((await importAs('free.csv', 'id,name\nfree,Ours\n', '--format', 'csv', '--source', 'City')).status).toBe(
        0,
      );
      expect([await stored('osm-node-7'), await stored('free')]).toEqual([
        [{ name: 'New', source: 'OpenStreetMap' }],
        [{ name: 'Ours', source: 'City' }],
      ]);
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
