import { inChunks } from '../../concurrency/chunks.js';
import { fold } from '../words/fold.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { areaKey, canonicalKey } from '../words/where.js';
import { countryOf, regionIds, stateOf } from './area-ids.js';
import { type AreaRow, Draft } from './draft.js';

/** Finds the country and state of an address: an ISO 3166 code if the text is known, else the text. */
export class Regions {
  private readonly countries = new Map<string, string>();
  private readonly states = new Map<string, string>();
  private readonly countryOfState = new Map<string, string>();

  /** @param rows the rows with the most places first */
  constructor(rows: readonly AreaRow[]) {
    for (const { country, state } of rows) {
      if (country === null || state === null) continue;
      const key = fold(state);
      if (!this.countryOfState.has(key)) this.countryOfState.set(key, this.countryOf({ country, state }));
    }
  }

  /** The country of a row. Without one, the country of its state in other rows; empty if no row has it. */
  countryOf({ country, state }: Pick<AreaRow, 'country' | 'state'>): string {
    if (country === null) return state === null ? '' : (this.countryOfState.get(fold(state)) ?? '');
    return remember(this.countries, country, () => countryOf(country));
  }

  /** The state of a row; empty if the row has none. */
  stateOf(row: Pick<AreaRow, 'country' | 'state'>): string {
    const { state } = row;
    if (state === null) return '';
    const country = this.countryOf(row);
    return remember(this.states, `${country}\n${state}`, () => stateOf(country, state));
  }

  /** The ids of the state and the country of a row: those of its city, if they are known. */
  idsAround(row: Pick<AreaRow, 'country' | 'state'>, city: Draft | undefined): string[] {
    if (city !== undefined && city.state !== '') return regionIds(city);
    const country = this.countryOf(row);
    return regionIds({ country: country === '' ? (city?.country ?? '') : country, state: this.stateOf(row) });
  }

  /** The keys of the state and the country that areas lie in. */
  keysAround({ state, country }: Pick<Draft, 'state' | 'country'>): string[] {
    return [state, country].filter((code) => code !== '').map(areaKey);
  }
}

export function remember<K, V>(map: Map<K, V>, key: K, compute: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute();
  map.set(key, value);
  return value;
}

/** Two cities of one name are one city if their middles are so close, in metres. Their addresses have wrong or different states. */
const SAME_CITY = 25_000;

export interface Joined {
  readonly all: Draft[];
  readonly byKey: Map<string, Draft[]>;
  /** The draft that a row of a city, or a district of it, belongs to. */
  cityOf(row: AreaRow): Draft | undefined;
}

/** Joins the rows of each city, in all its spellings. */
export async function joinCities(rows: readonly AreaRow[], regions: Regions): Promise<Joined> {
  const byKey = new Map<string, Draft[]>();
  const byText = new Map<string, Draft>();
  const all: Draft[] = [];
  const keys = new Map<string, string>();
  const textOf = ({ country, state, city }: AreaRow): string => [country, state, city].join('\n');
  await inChunks(rows, (row) => {
    if (row.district !== null) return;
    const key = remember(keys, row.city, () => canonicalKey(row.city));
    const country = regions.countryOf(row);
    const state = regions.stateOf(row);
    const namesakes = remember<string, Draft[]>(byKey, key, () => []);
    const isSame = (draft: Draft): boolean => {
      if (draft.country !== country) return false;
      return draft.state === state || isCloseCity(draft, row, state, draft.radius);
    };
    let draft = namesakes.find(isSame);
    if (!draft) {
      draft = new Draft('city', key, country, state);
      namesakes.push(draft);
      all.push(draft);
    }
    draft.add(row);
    if (draft.state === '') draft.state = state;
    byText.set(textOf(row), draft);
  });
  // Of several countries, the one of most addresses counts.
  const withoutCountry = all.filter(({ country }) => country === '');
  const joined = new Set<Draft>();
  await inChunks(withoutCountry, (draft) => {
    const namesakes = byKey.get(draft.key) ?? [];
    const isSame = (city: Draft): boolean =>
      city.country !== '' && isCloseCity(city, draft.centre, draft.state, Math.max(city.radius, draft.radius));
    const [city] = namesakes.filter(isSame).toSorted((a, b) => b.places - a.places);
    if (!city) return;
    for (const row of draft.rows) byText.set(textOf(row), city);
    city.include(draft);
    namesakes.splice(namesakes.indexOf(draft), 1);
    joined.add(draft);
  });
  return { all: all.filter((draft) => !joined.has(draft)), byKey, cityOf: (row) => byText.get(textOf(row)) };
}

/** Whether a city of the same name may be this one. Without a position, those of other states are not. */
function isCloseCity(city: Draft, at: MaybePoint, state: string, radius: number): boolean {
  return isWithin(city, at, Math.max(SAME_CITY, radius)) ?? (state === '' || city.state === '');
}

/** Many addresses have no country. */
export function mayBeOneCountry(a: Pick<Draft, 'country'>, b: Pick<Draft, 'country'>): boolean {
  return a.country === b.country || a.country === '' || b.country === '';
}

type MaybePoint = Readonly<Record<keyof GeoPoint, number | null>> | undefined;

/** Whether two areas are that close; undefined if the location of one is unknown. */
export function isWithin({ centre }: Draft, at: MaybePoint, metres: number): boolean | undefined {
  if (!centre || !at || at.lat === null || at.lng === null) return undefined;
  return distanceInMetres(centre, { lat: at.lat, lng: at.lng }) <= metres;
}
