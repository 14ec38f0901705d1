import { Injectable } from '@nestjs/common';
import { inChunks } from '../../concurrency/chunks.js';
import { languagesOf, MIN_COUNTRY_SHARE } from '../languages.js';
import { push } from '../multimap.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { type Rectangle } from '../query/location.js';
import { type Area, type AreaNames, boxOf, canonicalOf, isLocal, type LocalArea, MIN_PLACES } from '../words/where.js';
import { type FoldedName, foldName } from '../words/words.js';

/** An area with the words of its name, for type-ahead. */
interface NamedArea {
  readonly area: LocalArea;
  readonly folded: FoldedName;
}

/** A point lies around a city within so many metres of its radius. */
const MAX_METRES_AROUND_CITY = 10_000;

/** Type-ahead suggests only so many areas: those with the most places. */
const MAX_SUGGESTED = 20_000;

/**
 * The areas of the data in memory: cities, districts, states and countries. `AreaRefresh` loads them
 * (docs/adr/0085-search-by-words.md). Until then there are none, and searches take their names for words.
 */
@Injectable()
export class Areas implements AreaNames {
  /** How many times the areas were loaded: a part of the version of cached searches. */
  version = 0;
  /** All areas, those with the most places first. */
  all: readonly Area[] = [];
  private byKey: ReadonlyMap<string, readonly Area[]> = new Map();
  private byLetter: ReadonlyMap<string, readonly NamedArea[]> = new Map();
  private countryCodes: readonly string[] = [];
  private cities: readonly Area[] = [];
  /** The city of more than half of all places in cities. */
  private mainCity: Area | undefined;

  /** Of the cities with a known position, the one with the most places, and the rectangle around most of them. */
  get largestCity(): { readonly places: number; readonly box: Rectangle } | undefined {
    const city = this.all.find(({ type, centre }) => type === 'city' && centre);
    const box = city && boxOf(city);
    return box && { places: city.places, box };
  }

  cityAround(point: GeoPoint | undefined): Area | undefined {
    if (!point) return this.mainCity;
    let nearest: { readonly city: Area; readonly radii: number } | undefined;
    for (const city of this.cities) {
      if (!city.centre) continue;
      const distance = distanceInMetres(point, city.centre);
      const radii = distance / Math.max(1, city.radius);
      const isNear = distance <= city.radius + MAX_METRES_AROUND_CITY;
      if (isNear && (!nearest || radii < nearest.radii)) nearest = { city, radii };
    }
    return nearest?.city;
  }

  /** ISO 3166 codes of the countries of the data. */
  get countries(): readonly string[] {
    return this.countryCodes;
  }

  /** The languages of `countries`. */
  get languages(): readonly string[] {
    return languagesOf(this.countryCodes);
  }

  named(key: string): readonly Area[] {
    return this.byKey.get(key) ?? this.byKey.get(canonicalOf(key.split(' '))) ?? [];
  }

  /** The areas that have a word with this first letter in their name, those with the most places first. */
  startingWith(letter: string): readonly NamedArea[] {
    return this.byLetter.get(letter) ?? [];
  }

  /** @param areas with the most places first */
  async replace(areas: readonly Area[]): Promise<void> {
    const byKey = new Map<string, Area[]>();
    const byLetter = new Map<string, NamedArea[]>();
    await inChunks(areas, (area, at) => {
      // A name needs a letter: the state `13` is a number in `ramen 13`.
      const keys = [area.key, ...(area.otherKeys ?? [])].filter((key) => /\p{L}/u.test(key));
      for (const key of new Set(keys)) push(byKey, key, area);
      if (keys.length === 0) return;
      if (at >= MAX_SUGGESTED || area.places < MIN_PLACES || !isLocal(area)) return;
      const folded = foldName(area.name);
      for (const letter of new Set([...folded.words, area.key].map(letterOf))) push(byLetter, letter, { area, folded });
    });
    this.countryCodes = countriesOf(areas);
    this.all = areas;
    this.cities = areas.filter(({ type }) => type === 'city');
    const inCities = this.cities.reduce((sum, { places }) => sum + places, 0);
    this.mainCity = this.cities.find(({ places, centre }) => centre && 2 * places > inCities);
    this.byKey = byKey;
    this.byLetter = byLetter;
    this.version += 1;
  }
}

/** The countries of cities that are known by their code, those with the most places first. */
export function countriesOf(areas: readonly Area[]): string[] {
  const places = new Map<string, number>();
  let total = 0;
  for (const area of areas) {
    if (area.type !== 'city' || area.country?.length !== 2) continue;
    const code = area.country.toUpperCase();
    places.set(code, (places.get(code) ?? 0) + area.places);
    total += area.places;
  }
  const large = [...places].filter(([, count]) => count >= MIN_COUNTRY_SHARE * total);
  return large.sort((a, b) => b[1] - a[1]).map(([code]) => code);
}

export function letterOf(word: string): string {
  const [letter = ''] = word;
  return letter;
}
