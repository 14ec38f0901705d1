import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Random } from '../../src/demonstration/island/random.js';
import { checkinLine, reviewLine, type Visit, visits } from './activity.js';
import { districtAt } from './districts.js';
import { kindOf } from './kinds.js';
import { openingHours } from './opening-hours.js';
import { follows, people, userLine } from './people.js';
import { type RealPlace, realPlaces } from './real-places.js';

const source = '../shared/data/rhode-island/places.ndjson.gz';
const folder = 'src/cli/seed/data/providence';

/**
 * `npm run generate:sample`: writes the sample city that `seed` loads. Places, phones and addresses are real: Who's On First, CC0, about
 * 2011. Districts are near enough. Opening hours, people and all that people do are invented; the same seed invents the same.
 */
function generate(): void {
  const random = new Random(23);
  const places = realPlaces(source, 'Providence').map((place) => ({ ...place, kind: kindOf(place) }));
  const everyone = people(500, random);
  const visited = visits(places, everyone, 7000, random);
  const reviewed = visited.filter(({ rating }) => rating !== undefined);
  const [byPlace, byUser] = [groupBy(visited, 'place'), groupBy(visited, 'user')];

  write(
    'places',
    places.map((place) => placeLine(place, byPlace.get(place.id) ?? [], random)),
  );
  write(
    'users',
    everyone.map((person) => userLine(person, countsOf(byUser.get(person.id) ?? []))),
  );
  write('follows', follows(everyone, 4000, random));
  write('checkins', visited.map(checkinLine));
  write(
    'reviews',
    reviewed.map((visit, at) => reviewLine(visit, at, random)),
  );
}

function placeLine(
  { kind, ...place }: RealPlace & { kind: ReturnType<typeof kindOf> },
  visits: readonly Visit[],
  random: Random,
): object {
  const district = districtAt(place.location);
  const openingHoursOfKind = openingHours(kind, random);
  const { reviews, checkins } = countsOf(visits);
  const ratings = visits.flatMap(({ rating }) => rating ?? []);
  return {
    ...place,
    address: { ...place.address, ...(district !== undefined && { district }) },
    statistics: {
      pageviews: String(checkins * random.between(20, 60) + random.between(1, 30)),
      ...(reviews > 0 && { rating: average(ratings) }),
      reviews: String(reviews),
      checkins: String(checkins),
      photos: '0',
    },
    ...(openingHoursOfKind !== undefined && { openingHours: openingHoursOfKind }),
  };
}

/** One decimal, rounded as `recount` does. */
function average(ratings: readonly number[]): string {
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return (Math.round((sum * 10) / ratings.length) / 10).toFixed(1);
}

function countsOf(visits: readonly Visit[]): Record<'reviews' | 'places' | 'checkins', number> {
  const reviews = visits.filter(({ rating }) => rating !== undefined).length;
  return { reviews, places: visits.length, checkins: visits.length };
}

function groupBy(visits: readonly Visit[], key: 'place' | 'user'): Map<string, Visit[]> {
  const groups = new Map<string, Visit[]>();
  for (const visit of visits) groups.set(visit[key], [...(groups.get(visit[key]) ?? []), visit]);
  return groups;
}

function write(name: string, lines: readonly object[]): void {
  mkdirSync(folder, { recursive: true });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const packed = gzipSync(text, { level: 9 });
  writeFileSync(join(folder, `${name}.ndjson.gz`), packed);
  process.stdout.write(`${name}: ${lines.length.toLocaleString('en')} lines, ${Math.ceil(packed.length / 1000)} kB\n`);
}

generate();
