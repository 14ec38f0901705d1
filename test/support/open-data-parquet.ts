import { type SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { bytes, double, float, integer, list, struct, table, text, textMap } from './parquet-schema.js';

const box = struct('bbox', float('xmin'), float('xmax'), float('ymin'), float('ymax'));
const names = (name: string) =>
  struct(
    name,
    text('primary'),
    textMap('common'),
    list(
      'rules',
      struct(
        'element',
        ...[
          text('variant'),
          text('language'),
          struct('perspectives', text('mode'), list('countries', text('element'))),
        ],
        ...[text('value'), list('between', double('element')), text('side')],
      ),
    ),
  );

/** All columns of places in a release of Overture Maps (https://docs.overturemaps.org/schema/reference/places/place/). */
const overtureSchema = table(
  ...[text('id'), bytes('geometry'), box, integer('version')],
  list(
    'sources',
    struct(
      'element',
      ...[text('property'), text('dataset'), text('license'), text('record_id'), text('update_time')],
      ...[double('confidence'), list('between', double('element'))],
    ),
  ),
  ...[names('names'), struct('categories', text('primary'), list('alternate', text('element')))],
  ...[text('basic_category'), double('confidence')],
  struct('taxonomy', text('primary'), list('hierarchy', text('element')), list('alternates', text('element'))),
  ...['websites', 'socials', 'emails', 'phones'].map((name) => list(name, text('element'))),
  struct('brand', text('wikidata'), names('names')),
  list(
    'addresses',
    struct('element', ...['freeform', 'locality', 'postcode', 'region', 'country'].map((part) => text(part))),
  ),
  text('operating_status'),
);

/** All columns of Foursquare OS Places (https://docs.foursquare.com/data-products/docs/places-os-data-schema). */
const foursquareSchema = table(
  ...[text('fsq_place_id'), text('name'), double('latitude'), double('longitude')],
  ...['address', 'locality', 'region', 'postcode', 'admin_region', 'post_town', 'po_box', 'country'].map(text),
  ...['date_created', 'date_refreshed', 'date_closed', 'tel', 'website', 'email'].map(text),
  ...['facebook_id', 'instagram', 'twitter'].map(text),
  ...[list('fsq_category_ids', text('element')), list('fsq_category_labels', text('element'))],
  ...[text('placemaker_url'), bytes('geom'), box],
);

/** A place of a data set: where it is, and its columns. */
interface Row {
  lng: number;
  lat: number;
  columns: Readonly<Record<string, unknown>>;
}

interface Layout {
  rowGroupSize?: number;
  pageSize?: number;
}

/** A file of Overture's places, with its geometries. */
export function overtureParquet(rows: readonly Row[], layout: Layout = {}): Buffer {
  return parquetOf(
    overtureSchema,
    rows,
    ({ lng, lat }) => ({ geometry: pointOf(lng, lat), bbox: boxOf(lng, lat) }),
    layout,
  );
}

/** A file of Foursquare's places, with its geometries. */
export function foursquareParquet(rows: readonly Row[], layout: Layout = {}): Buffer {
  const position = ({ lng, lat }: Row) => ({
    ...{ latitude: lat, longitude: lng },
    ...{ geom: pointOf(lng, lat), bbox: boxOf(lng, lat) },
  });
  return parquetOf(foursquareSchema, rows, position, layout);
}

function parquetOf(
  schema: SchemaElement[],
  rows: readonly Row[],
  positionOf: (row: Row) => Record<string, unknown>,
  layout: Layout,
): Buffer {
  const records = rows.map((row): Record<string, unknown> => ({ ...positionOf(row), ...row.columns }));
  const columnData = topLevel(schema).map((name) => ({
    name,
    data: records.map((record) => record[name] ?? null),
    columnIndex: true,
  }));
  return Buffer.from(parquetWriteBuffer({ columnData, schema, ...layout }));
}

/** The names of the columns: elements that are no part of another one. */
function topLevel([root, ...elements]: SchemaElement[]): string[] {
  const columns: string[] = [];
  let at = 0;
  const skip = (): void => {
    const { num_children: children = 0 } = elements[at] ?? {};
    at += 1;
    for (let child = 0; child < children; child += 1) skip();
  };
  while (columns.length < (root?.num_children ?? 0)) {
    columns.push(elements[at]?.name ?? '');
    skip();
  }
  return columns;
}

/** Well-known binary, little-endian. */
function pointOf(lng: number, lat: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, lng, true);
  view.setFloat64(13, lat, true);
  return new Uint8Array(view.buffer);
}

/** As the data sets round it: the values are 32-bit numbers. */
function boxOf(lng: number, lat: number): Record<string, number> {
  return { xmin: Math.fround(lng), xmax: Math.fround(lng), ymin: Math.fround(lat), ymax: Math.fround(lat) };
}
