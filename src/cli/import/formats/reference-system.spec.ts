import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';
import { openInputFile } from '../input-file.js';
import { formatOf } from './formats.js';
import { parseOpenDataRecord } from './open-data-places.js';
import { readRecords } from './read-records.js';
import { otherSystemIn } from './reference-system.js';

const named = (name: string): object => ({ type: 'name', properties: { name } });

describe('the reference system of GeoJSON', () => {
  const folder = useTemporaryFolder();

  it.each([
    undefined,
    null,
    named('urn:ogc:def:crs:OGC:1.3:CRS84'),
    named('urn:ogc:def:crs:OGC::CRS84h'),
    named('urn:ogc:def:crs:EPSG::4326'),
    named('urn:ogc:def:crs:EPSG:6.9:4326'),
    named('urn:x-ogc:def:crs:EPSG:4326'),
    named('EPSG:4326'),
    named('epsg:4979'),
    named('OGC:CRS84'),
    named('http://www.opengis.net/def/crs/OGC/1.3/CRS84'),
    named('http://www.opengis.net/def/crs/EPSG/0/4326'),
    named('http://www.opengis.net/gml/srs/epsg.xml#4326'),
    named('WGS 84'),
    named('GCS_WGS_1984'),
    { type: 'EPSG', properties: { code: 4326 } },
    'EPSG:4326',
    named('urn:ogc:def:crs:EPSG::4326:9.8'),
    named('urn:ogc:def:crs:OGC:1.3:CRS84:'),
    named('URN:OGC:DEF:CRS:OGC::crs84'),
    named('http://www.opengis.net/def/crs/OGC/1.3/CRS84/'),
    named('https://www.opengis.net/def/crs/OGC/0/CRS84h'),
    named('OGC:2:84'),
    ' EPSG:4326 ',
    { code: '4326' },
    { type: 'name', properties: { name: ' ', a: {}, b: null, code: {} } },
    named('urn:ogc:def:crs:OGC:2:84'),
    named('CRS:84'),
    named('wgs84'),
    named(' '),
    '',
    {},
    { type: 'name' },
    { type: 'name', properties: null },
    { type: 'name', properties: {} },
    { type: 'name', properties: { name: null } },
    { type: 'Reference', href: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84', epoch: 2016.5 },
    ['http://www.opengis.net/def/crs/EPSG/0/4326', { href: 'http://www.opengis.net/def/crs/EPSG/0/4979' }],
  ])('may be WGS 84: %j', (crs) => {
    expect(otherSystemIn(crs)).toBeUndefined();
  });

  it.each([
    [named('urn:ogc:def:crs:EPSG::3857'), 'urn:ogc:def:crs:EPSG::3857'],
    [named('EPSG:31983'), 'EPSG:31983'],
    [named('EPSG:14326'), 'EPSG:14326'],
    [named('urn:ogc:def:crs:EPSG::4269'), 'urn:ogc:def:crs:EPSG::4269'],
    [named('WGS 84 / UTM zone 23S'), 'WGS 84 / UTM zone 23S'],
    [{ type: 'EPSG', properties: { code: 3857 } }, 'EPSG:3857'],
    [{ type: 'link', properties: { href: 'http://example.org/crs/42', type: 'proj4' } }, 'http://example.org/crs/42'],
    ['EPSG:3857', 'EPSG:3857'],
    [[null, 'EPSG:3857'], 'EPSG:3857'],
    [5, '5'],
    [{ code: '3857' }, 'EPSG:3857'],
    [{ name: ' ', href: 'EPSG:3857' }, 'EPSG:3857'],
    [{ a: { b: 1 } }, '{"a":{"b":1}}'],
    [{ a: [] }, '{"a":[]}'],
    [named('OGC:2:842'), 'OGC:2:842'],
    [named('urn:ogc:def:crs:EPSG::32684'), 'urn:ogc:def:crs:EPSG::32684'],
    [named('urn:ogc:def:crs:OGC::CRS83'), 'urn:ogc:def:crs:OGC::CRS83'],
    [named('urn:ogc:def:crs:EPSG:4326:3857'), 'urn:ogc:def:crs:EPSG:4326:3857'],
    [{ type: 'name', properties: { wkt: 'PROJCRS' } }, '{"type":"name","properties":{"wkt":"PROJCRS"}}'],
    [['http://www.opengis.net/def/crs/EPSG/0/25832'], 'http://www.opengis.net/def/crs/EPSG/0/25832'],
    [
      { type: 'Reference', href: 'http://www.opengis.net/def/crs/EPSG/0/5555' },
      'http://www.opengis.net/def/crs/EPSG/0/5555',
    ],
  ])('is rejected if it is another one: %j', (crs, name) => {
    expect(otherSystemIn(crs)).toBe(name);
  });

  const feature = {
    type: 'Feature',
    properties: { id: 'a', name: 'A', crs: 'EPSG:3857' },
    geometry: { type: 'Point', coordinates: [12.5, -45] },
  };

  async function read(content: string): Promise<{ records: number; fault?: string }> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const file = openInputFile(path, Readable.from([]));
    let records = 0;
    try {
      for await (const _ of readRecords(file, formatOf('geojson', { columns: {} }), new AbortController().signal))
        records += 1;
      return { records };
    } catch (error) {
      return { records, fault: (error as Error).message };
    }
  }

  const fault = 'its coordinates are of the reference system EPSG:3857: convert them to WGS 84 (EPSG:4326)';
  const other = named('EPSG:3857');

  it('rejects the file, before a record is read if the member precedes them', async () => {
    const [before, behind] = [
      JSON.stringify({ type: 'FeatureCollection', crs: other, features: [feature] }),
      JSON.stringify({ type: 'FeatureCollection', features: [feature], crs: other }),
    ];
    expect(await read(before)).toEqual({ records: 0, fault });
    expect(await read(behind)).toEqual({ records: 1, fault });
    expect(await read(JSON.stringify({ type: 'FeatureCollection', features: [feature] }))).toEqual({ records: 1 });
  });

  it('rejects a feature and a geometry', () => {
    const parse = (value: object) => parseOpenDataRecord(value, formatOf('geojson', { columns: {} }));
    expect(parse({ ...feature, crs: other })).toEqual({ rejected: 'crs: "EPSG:3857" must be WGS 84 (EPSG:4326)' });
    expect(parse({ ...feature, geometry: { ...feature.geometry, crs: other } })).toEqual({
      rejected: 'geometry.crs: "EPSG:3857" must be WGS 84 (EPSG:4326)',
    });
    // Of JSON-FG's `place`: `geometry` is in WGS 84.
    const place = { type: 'Point', coordinates: [3_000_000, 5_000_000] };
    expect(parse({ ...feature, coordRefSys: 'EPSG:3857', place })).toMatchObject({ row: { lat: '-45', lng: '12.5' } });
    expect(parse({ ...feature, crs: named('EPSG:4326') })).toMatchObject({ row: { lat: '-45', lng: '12.5' } });
  });
});
