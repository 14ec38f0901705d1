import { formatHint } from './format-hint.js';

describe('the hint at --format', () => {
  it.each([
    ['id,name\n1,A\n', '--format csv'],
    ['"id";"name"\r"1";"A"\r', '--format csv'],
    ['\uFEFFid\tname\n', '--format csv'],
    ['{"type":"FeatureCollection","features":[', '--format geojson'],
    ['{"type":"Feature","properties":{}}\n', '--format geojson'],
    ['{\n  "id": 123,\n  "type": "Feature",\n  "properties": {', '--format geojson'],
    ['{"version":0.6,"elements":[', '--format osm'],
    ['PAR1\x15', '--format overture, foursquare or csv'],
    ['[{"id":"a"}]', 'one record a line'],
  ])('of %j names %s', (head, hint) => {
    expect(formatHint(Buffer.from(head))).toContain(hint);
  });

  it.each(['{"id":"a","name":"A"}\n', '', '\n', 'nonsense\n', '{"id":"a"\n', 'broken, line\n{"id":"a"}\n', '"text"\n'])(
    'is none for lines: %j',
    (head) => {
      expect(formatHint(Buffer.from(head))).toBeUndefined();
    },
  );
});
