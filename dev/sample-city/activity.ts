import { type Random } from '../../src/demonstration/island/random.js';
import { type Kind } from './kinds.js';
import { period, type Person } from './people.js';
import { reviewText } from './review-texts.js';

export interface Visited {
  readonly id: string;
  readonly kind: Kind;
}

export interface Visit {
  readonly user: string;
  readonly place: string;
  readonly created: number;
  /** From 3 to 5, if the visitor reviews the place. */
  readonly rating?: number;
  readonly text?: string;
}

/** How much people go to places of a kind. */
const draw: Readonly<Record<Kind, number>> = {
  food: 10,
  bar: 8,
  sweets: 9,
  shop: 3,
  culture: 7,
  stay: 5,
  sport: 3,
  office: 0.6,
};

const REVIEWED = 0.4;
const HOUR = 3_600_000;

/** Visits of people to places. Few people and few places have most of them, as in real check-ins. */
export function visits(places: readonly Visited[], people: readonly Person[], count: number, random: Random): Visit[] {
  const choose = weighted(places.map((place) => ({ place, weight: draw[place.kind] / (0.01 + random.next()) ** 0.9 })));
  const likings = new Map(places.map(({ id }) => [id, random.next()]));
  const visits = new Map<string, Visit>();
  while (visits.size < count) {
    const user = people[Math.floor(people.length * random.next() ** 2)]?.id;
    const place = choose(random.next());
    if (user === undefined || visits.has(`${user} ${place.id}`)) continue;
    const visit = { user, place: place.id, created: random.between(...period) };
    visits.set(`${user} ${place.id}`, random.next() < REVIEWED ? reviewed(visit, place, likings, random) : visit);
  }
  return [...visits.values()].sort((a, b) => a.created - b.created);
}

function reviewed(visit: Visit, { id, kind }: Visited, likings: ReadonlyMap<string, number>, random: Random): Visit {
  const rating = 3 + Math.round(2 * Math.min(1, (likings.get(id) ?? 0) * 0.7 + random.next() * 0.5));
  return { ...visit, rating, text: reviewText(kind, random) };
}

function weighted(choices: readonly { readonly place: Visited; readonly weight: number }[]): (at: number) => Visited {
  const ends: number[] = [];
  let total = 0;
  for (const { weight } of choices) ends.push((total += weight));
  return (at) => {
    const found = choices[ends.findIndex((end) => end > at * total)];
    if (!found) throw new Error('There is nothing to choose from.');
    return found.place;
  };
}

/** `source` says on each record that nobody wrote it. */
const source = 'generated';

export function checkinLine({ user, place, created }: Visit, at: number): object {
  return { id: `sample-c${at + 1}`, user, place, source, created };
}

export function reviewLine({ user, place, created, rating, text }: Visit, at: number, random: Random): object {
  const thumbsUp = String(Math.floor(12 * random.next() ** 3));
  return {
    id: `sample-r${at + 1}`,
    user,
    place,
    text,
    source,
    rating: String(rating),
    thumbsUp,
    created: created + HOUR,
  };
}
