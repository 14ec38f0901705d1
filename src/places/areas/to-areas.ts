import { fold } from '../query/text/fold.js';
import { type AddressPart, type Area } from '../query/where/area.js';

/** A city or district of the table `areas`, in one spelling. */
export interface AreaRow extends Readonly<Record<AddressPart, string | null>> {
  readonly city: string;
  readonly places: number;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Metres. */
  readonly radius: number;
}

/**
 * Joins the spellings of an area (`Providence`, `PROVIDENCE`): it has the name, centre and radius of the most frequent one.
 *
 * @param rows those with the most places first
 */
export function toAreas(rows: readonly AreaRow[]): Area[] {
  const bySpelling = new Map<string, { row: AreaRow; places: number }>();
  for (const row of rows) {
    const key = [row.country, row.state, row.city, row.district].map((name) => fold(name ?? '')).join('\n');
    const before = bySpelling.get(key);
    if (before) before.places += row.places;
    else bySpelling.set(key, { row, places: row.places });
  }
  const areas = [...bySpelling.values()];
  const states = namesByCity(areas, 'state');
  const countries = namesByCity(areas, 'country');
  return areas.map(({ row, places }) => toArea(row, places, { states, countries }));
}

type Names = ReadonlyMap<string, ReadonlySet<string>>;

function toArea(row: AreaRow, places: number, { states, countries }: Record<'states' | 'countries', Names>): Area {
  const { country, state, city, district, lat, lng, radius } = row;
  const isAmbiguous = (names: Names): boolean => (names.get(fold(city))?.size ?? 0) > 1;
  return {
    type: district === null ? 'city' : 'district',
    name: district ?? city,
    city,
    ...(district !== null && { district }),
    ...(state !== null && { state }),
    ...(country !== null && { country }),
    places,
    ...(lat !== null && lng !== null && { centre: { lat, lng } }),
    radius,
    address: {
      city,
      ...(district !== null && { district }),
      ...(state !== null && isAmbiguous(states) && { state }),
      ...(country !== null && isAmbiguous(countries) && { country }),
    },
  };
}

/** The different states or countries that have a city of a name. */
function namesByCity(areas: readonly { row: AreaRow }[], part: 'state' | 'country'): Names {
  const names = new Map<string, Set<string>>();
  for (const { row } of areas) {
    const name = row[part];
    if (name === null) continue;
    const key = fold(row.city);
    names.set(key, (names.get(key) ?? new Set()).add(fold(name)));
  }
  return names;
}
