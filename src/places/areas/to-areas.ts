import { inChunks } from './in-chunks.js';
import { fold } from '../query/text/fold.js';
import { type AddressPart, type Area, areaKey } from '../query/where/area.js';

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
export async function toAreas(rows: readonly AreaRow[]): Promise<Area[]> {
  const bySpelling = new Map<string, { row: AreaRow; places: number }>();
  await inChunks(rows, (row) => {
    const key = [row.country, row.state, row.city, row.district].map((name) => fold(name ?? '')).join('\n');
    const before = bySpelling.get(key);
    if (before) before.places += row.places;
    else bySpelling.set(key, { row, places: row.places });
  });
  const found = [...bySpelling.values()];
  const states = await namesByCity(found, 'state');
  const countries = await namesByCity(found, 'country');
  const areas: Area[] = [];
  const keyOf = rememberingKeys();
  await inChunks(found, ({ row, places }) => areas.push(toArea(row, places, { states, countries, keyOf })));
  return areas.sort((a, b) => b.places - a.places);
}

type Names = ReadonlyMap<string, ReadonlySet<string>>;

interface Context {
  readonly states: Names;
  readonly countries: Names;
  readonly keyOf: (name: string) => string;
}

function toArea(row: AreaRow, places: number, { states, countries, keyOf }: Context): Area {
  const { country, state, city, district, lat, lng, radius } = row;
  const isAmbiguous = (names: Names): boolean => (names.get(fold(city))?.size ?? 0) > 1;
  return {
    type: district === null ? 'city' : 'district',
    name: district ?? city,
    key: keyOf(district ?? city),
    around: [district === null ? null : city, state, country].flatMap((name) => (name === null ? [] : [keyOf(name)])),
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
async function namesByCity(areas: readonly { row: AreaRow }[], part: 'state' | 'country'): Promise<Names> {
  const names = new Map<string, Set<string>>();
  await inChunks(areas, ({ row }) => {
    const name = row[part];
    if (name === null) return;
    const key = fold(row.city);
    names.set(key, (names.get(key) ?? new Set()).add(fold(name)));
  });
  return names;
}

/** Folds each name once: most areas share theirs with others, or those of their city, state and country. */
function rememberingKeys(): (name: string) => string {
  const keys = new Map<string, string>();
  return (name) => {
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = areaKey(name);
    keys.set(name, key);
    return key;
  };
}
