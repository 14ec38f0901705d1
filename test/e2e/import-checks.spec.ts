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
});
