import { type Mood } from './kinds.js';
import { FACES, facePath } from './pictures.js';
import { type Placed, slugOf } from './places.js';
import { Random } from './random.js';

interface Visit {
  readonly user: string;
  readonly place: string;
  readonly created: number;
  /** From 1 to 5, if the visitor reviews the place. */
  readonly rating?: number;
  readonly text?: string;
}

interface Person {
  readonly id: string;
  readonly name: string;
}

const first =
  'Abigail Adriana Aidan Alice Amara Ana Andre Anthony Beatriz Benjamin Brianna Caleb Camila Carlos Catarina Chloe Connor Dara Diego Elena Eliza Emeka Emma Ethan Fatima Fernando Gabriel Grace Hannah Henry Isabel Ivan Jasmine João Jonah Julia Kevin Laila Leo Lucas Luísa Maeve Marco Mateus Maya Mei Miguel Nadia Nathan Noah Nora Olivia Omar Owen Patrick Priya Quinn Rafael Raquel Rosa Ruth Samuel Sofia Sokha Tara Teresa Thomas Tiago Valeria Victor Willa Yara Zoe';

const last =
  "Almeida Andrade Baptista Barros Boyle Brennan Brown Cabral Cardoso Chan Chea Clarke Costa Cruz D'Angelo Delgado DiPrete Duarte Fernandes Fontes Furtado Garcia Gomes Goldberg Guzmán Hart Iannotti Jackson Kelly Kim Lopes Lombardi Marques Martinez Medeiros Mello Monteiro Moreira Murphy Nguyen O'Neill Okafor Oliveira Pacheco Patel Peixoto Pereira Pires Quintana Ramos Reyes Ricci Rocha Romano Rossi Santos Silvia Sok Sousa Sullivan Tavares Teixeira Tran Vargas Walsh Williams Xavier Yang Zannini";

const counts = { people: 500, follows: 4000, visits: 7000 };

/** January 2025 to October 2026, in milliseconds since 1970. */
const period = [Date.UTC(2025, 0, 1), Date.UTC(2026, 9, 31)] as const;

/** People, whom they follow, where they were, and what they wrote. Places get the statistics that agree with it. */
export function activityOf(placed: readonly Placed[], seed: number) {
  const random = new Random(seed);
  const everyone = people(random);
  const visited = visits(placed, everyone, random);
  const reviewed = visited.filter(({ rating }) => rating !== undefined);
  const [byPlace, byUser] = [groupBy(visited, 'place'), groupBy(visited, 'user')];
  return {
    places: placed.map(({ place }) => ({
      ...place,
      statistics: statisticsOf(byPlace.get(place.id) ?? [], place, random),
    })),
    users: everyone.map((person) => userOf(person, countsOf(byUser.get(person.id) ?? []), random)),
    follows: follows(everyone, random),
    checkins: visited.map(({ user, place, created }, at) => ({
      id: `sample-c${at + 1}`,
      user,
      place,
      source,
      created,
    })),
    reviews: reviewed.map((visit, at) => reviewOf(visit, at, random)),
  };
}

/** People with different names. They have no password: nobody signs in as one of them. */
function people(random: Random): Person[] {
  const names = first.split(' ').flatMap((name) => last.split(' ').map((family) => `${name} ${family}`));
  const chosen = random.shuffle(names).slice(0, counts.people);
  return chosen.map((name) => ({ id: `sample-${slugOf(name)}`, name }));
}

const SHARE_WITH_PHOTO = 0.6;

function userOf({ id, name }: Person, { reviews, places, checkins }: Counts, random: Random): object {
  const photo = random.next() < SHARE_WITH_PHOTO ? facePath(random.between(1, FACES)) : undefined;
  return {
    ...{ id, name, email: `${slugOf(name)}@example.com` },
    ...(photo !== undefined && { photos: { small: photo, medium: photo, large: photo, original: photo } }),
    statistics: { reviews, places, photos: 0, checkins },
  };
}

/** Who follows whom. A few are followed by many. */
function follows(everyone: readonly Person[], random: Random): object[] {
  const pairs = new Map<string, object>();
  while (pairs.size < counts.follows) {
    const follower = random.pick(everyone).id;
    const following = everyone[Math.floor(everyone.length * random.next() ** 3)]?.id;
    const pair = { follower, following, created: random.between(...period) };
    if (follower !== following) pairs.set(`${follower} ${following}`, pair);
  }
  return [...pairs.values()];
}

/** How much people go to places of a kind. */
const draw: Readonly<Record<Mood, number>> = {
  ...{ food: 10, bar: 8, sweets: 9, shop: 3, culture: 7, stay: 5, sport: 3, office: 0.6 },
};

const REVIEWED = 0.4;

const HOUR = 3_600_000;

/** Visits of people to places. Few people and few places have most of them, as in real check-ins. */
function visits(placed: readonly Placed[], everyone: readonly Person[], random: Random): Visit[] {
  const choose = weighted(placed.map((place) => ({ place, weight: draw[place.mood] / (0.01 + random.next()) ** 0.9 })));
  const likings = new Map(placed.map(({ place }) => [place.id, random.next()]));
  const all = new Map<string, Visit>();
  while (all.size < counts.visits) {
    const user = everyone[Math.floor(everyone.length * random.next() ** 2)]?.id;
    const { place, mood } = choose(random.next());
    if (user === undefined || all.has(`${user} ${place.id}`)) continue;
    const visit = { user, place: place.id, created: random.between(...period) };
    const isReviewed = random.next() < REVIEWED;
    const rating = 1 + Math.round(4 * Math.min(1, 0.3 + (likings.get(place.id) ?? 0) * 0.5 + random.next() * 0.4));
    all.set(`${user} ${place.id}`, isReviewed ? { ...visit, rating, text: reviewText(mood, rating, random) } : visit);
  }
  return [...all.values()].sort((a, b) => a.created - b.created);
}

function weighted(choices: readonly { readonly place: Placed; readonly weight: number }[]): (at: number) => Placed {
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

function reviewOf({ user, place, created, rating, text }: Visit, at: number, random: Random): object {
  const thumbsUp = String(Math.floor(12 * random.next() ** 3));
  const written = { id: `sample-r${at + 1}`, user, place, text, source, rating: String(rating), thumbsUp };
  return { ...written, created: created + HOUR };
}

type Counts = Record<'reviews' | 'places' | 'checkins', number>;

function countsOf(visits: readonly Visit[]): Counts {
  const reviews = visits.filter(({ rating }) => rating !== undefined).length;
  return { reviews, places: visits.length, checkins: visits.length };
}

function statisticsOf(visits: readonly Visit[], { featured }: Placed['place'], random: Random): object {
  const { reviews, checkins } = countsOf(visits);
  const ratings = visits.flatMap(({ rating }) => rating ?? []);
  return {
    pageviews: String(checkins * random.between(20, 60) + random.between(1, 30)),
    ...(reviews > 0 && { rating: average(ratings) }),
    reviews: String(reviews),
    checkins: String(checkins),
    photos: featured ? '1' : '0',
  };
}

/** One decimal, rounded as `recount` does. */
function average(ratings: readonly number[]): string {
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return (Math.round((sum * 10) / ratings.length) / 10).toFixed(1);
}

function groupBy(visits: readonly Visit[], key: 'place' | 'user'): Map<string, Visit[]> {
  const groups = new Map<string, Visit[]>();
  for (const visit of visits) {
    const group = groups.get(visit[key]) ?? [];
    groups.set(visit[key], group);
    group.push(visit);
  }
  return groups;
}

interface Words {
  readonly things: readonly string[];
  readonly praise: readonly string[];
  readonly asides: readonly string[];
}

const everyday = [
  'Easy to find.',
  'I will be back.',
  'Busy on Saturdays.',
  'Parking is easier after six.',
  'Cards are fine.',
];

const words: Readonly<Record<Mood, Words>> = {
  food: {
    things: [
      'The soup',
      'The grilled fish',
      'The Sunday menu',
      'The house salad',
      'The pasta',
      'The daily special',
      'The rice and beans',
    ],
    praise: [
      'tastes of home',
      'is worth the walk',
      'comes hot and fast',
      'feeds two',
      'is simple and good',
      'was the best of the week',
    ],
    asides: [
      ...everyday,
      'Ask for the table at the window.',
      'They know their regulars by name.',
      'Bring an appetite.',
    ],
  },
  bar: {
    things: ['The house beer', 'The jukebox', 'The bartender', 'The corner table', 'Quiz night', 'The back room'],
    praise: [
      'makes the evening',
      'never disappoints',
      'is reason enough to come',
      'deserves its fame',
      'keeps us until closing time',
    ],
    asides: [...everyday, 'Quiet before nine.', 'Live music on Fridays.'],
  },
  sweets: {
    things: [
      'The coffee',
      'The sweet bread',
      'The lemon cake',
      'The breakfast roll',
      'The window seat',
      'The hot chocolate',
    ],
    praise: [
      'starts the day well',
      'is gone by ten, so come early',
      'goes with any weather',
      'is as good as it looks',
      'is made with care',
    ],
    asides: [...everyday, 'The line moves fast.', 'Good place to read.'],
  },
  shop: {
    things: ['The selection', 'The advice', 'The back shelf', 'The service', 'The window', 'The price'],
    praise: [
      'is better than I expected',
      'saved my weekend',
      'is honest',
      'surprises every time',
      'beats ordering online',
    ],
    asides: [...everyday, 'They order what they do not have.', 'Wraps gifts for free.'],
  },
  culture: {
    things: ['The program', 'The guided tour', 'The hall', 'The quiet hour in the morning', 'The summer series'],
    praise: [
      'is a treasure of the city',
      'made the children ask for more',
      'is worth a second visit',
      'shows what the island can do',
    ],
    asides: [...everyday, 'Take your time.', 'Free on some Sundays; ask.'],
  },
  stay: {
    things: ['The room', 'The front desk', 'The breakfast', 'The view', 'The bed'],
    praise: [
      'was all we needed',
      'made up for the long trip',
      'was quiet and clean',
      'is five minutes from the harbour',
    ],
    asides: [...everyday, 'The ferry is close.', 'Late arrival was no problem.'],
  },
  sport: {
    things: ['The trainer', 'The early class', 'The equipment', 'The changing room', 'The court'],
    praise: ['keeps me coming', 'is in good shape', 'is for beginners too', 'is never crowded at noon'],
    asides: [...everyday, 'Bring your own lock.', 'First visit is free.'],
  },
  office: {
    things: ['The staff', 'The appointment', 'The answer on the phone', 'The waiting room', 'The work'],
    praise: ['was friendly and quick', 'was on time', 'left nothing open', 'was better than its reputation'],
    asides: [...everyday, 'Bring all papers.', 'Mornings are quiet.'],
  },
};

const complaints = [
  'took too long',
  'was not as good as last year',
  'is dearer than it should be',
  'was a disappointment on a busy day',
  'could do with more care',
];

/** A short text that fits the rating. */
function reviewText(mood: Mood, rating: number, random: Random): string {
  const { things, praise, asides } = words[mood];
  const sentence = `${random.pick(things)} ${random.pick(rating < 3 ? complaints : praise)}.`;
  if (rating === 3)
    return `${sentence} But ${random.pick(things).replace(/^./, (first) => first.toLowerCase())} ${random.pick(complaints)}.`;
  return random.next() < 0.6 && rating > 3 ? `${sentence} ${random.pick(asides)}` : sentence;
}
