import { type Client } from 'pg';
import { type MapPoint, toMap } from './mercator.js';
import { type StreetPlaces } from './street.js';

/** Rows at once: few enough that requests do not wait for their work. */
const BATCH = 1000;

/** Longer names are no names of streets. */
const MAX_NAME_LENGTH = 80;

/** Different addresses of a part. A state has more of them on all its streets of one name. */
const MAX_POINTS = 5000;

/** Addresses in a cell of about ten metres count as one. */
const CELLS = 2 ** 22;

interface Row {
  readonly area: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/**
 * Streets continue across the borders of cities, so those of a state come together. `Noyes Ave Bldg A` and `Noyes Ave #3` are parts of one
 * street. From west to east: streets with too many addresses come in parts, which meet at few meridians.
 */
const placesOfStreets = `
  SELECT area, name, lat, lng FROM (
    SELECT concat_ws('/', country, state) AS area, lat::float8 AS lat, lng::float8 AS lng,
      trim(regexp_replace(street, '[\\s,;]+(#|(apt|bldg|fl|lot|no|rm|ste|suite|unit)\\M).*$', '', 'i')) AS name
    FROM places
    WHERE lat IS NOT NULL AND street IS NOT NULL AND length(street) <= ${MAX_NAME_LENGTH}
  ) AS streets
  WHERE name <> ''
  ORDER BY area COLLATE "C", lower(name) COLLATE "C", lng`;

/** Reads the places of all streets in a transaction of the client, one street, or one part of it, after the other. */
export async function* readStreets(client: Client): AsyncGenerator<StreetPlaces> {
  await client.query(`DECLARE street_places NO SCROLL CURSOR FOR ${placesOfStreets}`);
  let key: string | undefined;
  let street = newStreet();
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${BATCH} FROM street_places`);
    for (const row of rows) {
      const next = `${row.area}/${row.name.toLowerCase()}`;
      if (next !== key || street.points.size >= MAX_POINTS) {
        if (street.points.size > 1) yield finish(street);
        street = newStreet();
        key = next;
      }
      add(street, row);
    }
    if (rows.length < BATCH) break;
  }
  if (street.points.size > 1) yield finish(street);
  await client.query('CLOSE street_places');
}

interface Draft {
  readonly points: Map<number, MapPoint>;
  readonly spellings: Map<string, number>;
}

function newStreet(): Draft {
  return { points: new Map(), spellings: new Map() };
}

function add({ points, spellings }: Draft, { name, ...location }: Row): void {
  spellings.set(name, (spellings.get(name) ?? 0) + 1);
  const point = toMap(location);
  points.set(Math.floor(point.x * CELLS) * CELLS + Math.floor(point.y * CELLS), point);
}

/** A street in its most frequent spelling. */
function finish({ points, spellings }: Draft): StreetPlaces {
  const [[name] = ['']] = [...spellings].sort(([, a], [, b]) => b - a);
  return { name, points: [...points.values()] };
}
