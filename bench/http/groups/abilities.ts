import { Random } from '../../../src/demonstration/island/random.js';
import { type Bench, type GroupResult } from '../bench.js';
import { type Comparison } from '../measure/comparison.js';
import { takeTurns } from '../measure/rounds.js';
import { around, type Kind, searchesOf, type SearchedPlace, term } from '../requests/searches.js';
import { serviceAt } from './contestants.js';

const connections = 4;
const count = 1000;

type Search = ReturnType<Kind>;

/** Metres: the half of a polygon's height and width, and the radius of the circles and lines beside it. */
const radius = 2000;
const metresPerDegree = 111_195;

/** Synonyms have one of these words. Names have few of them. */
const kindsOfPlaces =
  'drugstore, barber, car wash, gas station, eatery, gym, church, library, hotel, supermarket, bakery, dentist'.split(
    ', ',
  );

/** Searches that use an ability, and the plainest search for about the same places. */
const abilities: Readonly<Record<string, readonly [ability: Kind, plain: Kind]>> = {
  polygon: [polygon, circle],
  line: [line, circle],
  'inflections and synonyms': [named, (place, random) => withParameters(named(place, random), { match: 'exact' })],
  'where in words': [nameAndCity, nameAndFilter],
  'open at a time': [(place, random) => withParameters(circle(place, random), { open: '2026-11-23T19:30' }), circle],
};

/** What inflections, synonyms, places in words, shapes and opening hours cost, and the list of sources, without cached responses. */
export async function abilitiesGroup({ load, services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  const comparisons: Comparison[] = [];
  const measure = async (name: string, ability: readonly string[], plain: readonly string[]): Promise<void> => {
    const pair = [
      { ...serviceAt(service, ability), name },
      { ...serviceAt(service, plain), name: 'plain' },
    ] as const;
    comparisons.push(await takeTurns(load, name, pair, { ...rounds, connections }));
  };
  for (const [name, [ability, plain]] of Object.entries(abilities)) {
    // Both sides take the same places and random numbers.
    const of = (kind: Kind): string[] => searchesOf(kind, count, small.places, new Random(seed));
    await measure(name, of(ability), of(plain));
  }
  await measure('sources', ['/v2/sources'], ['/v2/categories']);
  return [{ name: 'abilities', comparisons, checks: [] }];
}

function circle({ location }: SearchedPlace, random: Random): Search {
  return location && { ...around(location, random), 'location.radius': String(radius) };
}

function polygon({ location }: SearchedPlace, random: Random): Search {
  if (!location) return undefined;
  const centre = around(location, random);
  const [lat, lng] = [Number(centre['location.lat']), Number(centre['location.lng'])];
  const corners = Array.from({ length: 12 }, (_, at) => {
    const angle = (at * Math.PI) / 6;
    const height = (radius / metresPerDegree) * Math.sin(angle);
    const width = ((radius / metresPerDegree) * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180);
    return `${(lat + height).toFixed(5)},${(lng + width).toFixed(5)}`;
  });
  return { 'location.polygon': corners.join(';') };
}

/** Ten points, one every quarter of the radius. */
function line({ location }: SearchedPlace, random: Random): Search {
  if (!location) return undefined;
  const centre = around(location, random);
  const step = radius / 4 / metresPerDegree;
  const points = Array.from({ length: 10 }, (_, at) => {
    const lat = Number(centre['location.lat']) + step * (at - 5);
    return `${lat.toFixed(5)},${(Number(centre['location.lng']) + step * (at % 2)).toFixed(5)}`;
  });
  return { 'location.line': points.join(';'), 'location.radius': String(radius / 2) };
}

/** A kind of place and a word of a name in turn. */
function named(place: SearchedPlace, random: Random): Search {
  if (random.next() < 0.5) return term(place, random);
  const city = place.address?.city;
  return city === undefined ? undefined : { q: random.pick(kindsOfPlaces), fq: `address.city:"${city}"` };
}

function nameAndCity(place: SearchedPlace, random: Random): Search {
  const [words, city] = [term(place, random)?.q, place.address?.city];
  return typeof words === 'string' && city !== undefined ? { q: `${words} in ${city}` } : undefined;
}

function nameAndFilter(place: SearchedPlace, random: Random): Search {
  const [words, city] = [term(place, random)?.q, place.address?.city];
  return typeof words === 'string' && city !== undefined ? { q: words, fq: `address.city:"${city}"` } : undefined;
}

function withParameters(parameters: Search, more: Record<string, string>): Search {
  return parameters && { ...parameters, ...more };
}
