import { type Random } from '../../../src/demonstration/island/random.js';

/** The parts of a place that searches use. */
export interface SearchedPlace {
  readonly id: string;
  readonly name: string;
  readonly phones?: readonly string[];
  readonly address?: Readonly<Partial<Record<'state' | 'city' | 'street' | 'zipcode', string>>>;
  readonly location?: { readonly lat: string; readonly lng: string };
  readonly categories?: readonly {
    readonly id: string;
    readonly name: string;
    readonly subcategory?: { readonly id: string; readonly name: string };
  }[];
  readonly utilities?: readonly { readonly id: string }[];
}

/** Makes the parameters of a search for a place; undefined if the place lacks a field. */
export type Kind = (place: SearchedPlace, random: Random) => Record<string, string | string[]> | undefined;

/** One or two words of a name. */
export const term: Kind = ({ name }, random) => {
  const words = wordsOf(name);
  const [first] = random.shuffle(words);
  return first === undefined ? undefined : { q: random.next() < 0.5 ? first : words.slice(0, 2).join(' ') };
};

/** Searches that find few places in an index of any size. */
export const selectiveKinds = {
  'name and point': ({ name, location }, random) => {
    const words = wordsOf(name);
    return words.length === 0 || !location
      ? undefined
      : { q: words.join(' '), ...around(location, random), 'location.radius': '2000' };
  },
  'small rectangle': ({ location }) => (location ? rectangle(location, 0.005) : undefined),
  telephone: ({ phones }) => (phones?.[0] === undefined ? undefined : { fq: `phones:${phones[0]}` }),
} satisfies Record<string, Kind>;

/** Different searches of one kind, as paths. Reproducible by the seed. */
export function searchesOf(kind: Kind, count: number, places: readonly SearchedPlace[], random: Random): string[] {
  const paths = new Set<string>();
  // Some kinds have fewer different searches.
  for (let attempt = 0; paths.size < count && attempt < 20 * count; attempt += 1) {
    const parameters = kind(random.pick(places), random);
    if (parameters) paths.add(`/v2/places?${print(parameters)}&rows=10`);
  }
  return [...paths];
}

function print(parameters: Record<string, string | string[]>): string {
  const pairs = Object.entries(parameters).flatMap(([name, given]) =>
    [given].flat().map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs).toString();
}

export function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 3);
}

export function around({ lat, lng }: { lat: string; lng: string }, random: Random): Record<string, string> {
  const moved = (degrees: string): string => (Number(degrees) + (random.next() - 0.5) / 100).toFixed(5);
  return { 'location.lat': moved(lat), 'location.lng': moved(lng) };
}

/** @param half half of the height in degrees */
export function rectangle({ lat, lng }: { lat: string; lng: string }, half: number): Record<string, string> {
  const at = (degrees: string, by: number): string => (Number(degrees) + by).toFixed(5);
  return {
    'location.nw.lat': at(lat, half),
    'location.nw.lng': at(lng, -half),
    'location.se.lat': at(lat, -half),
    'location.se.lng': at(lng, half),
  };
}
