import { Random } from '../../../src/demonstration/island/random.js';
import { type NamedPlace } from './named-place.js';
import { BUSINESSES, type Business, CITIES, type City, SURNAMES } from './brazil-words.js';

interface InventedPlace extends NamedPlace {
  readonly id: string;
}

const PER_BUSINESS = 250;

/**
 * Invented places of five Brazilian cities, because no free data of them is at hand: the demonstration data has no pharmacy,
 * hospital or supermarket. They are for questions about kinds of places; their names are not real.
 */
export function brazilianPlaces(): InventedPlace[] {
  const random = new Random(1);
  return BUSINESSES.flatMap((business, at) =>
    Array.from({ length: PER_BUSINESS }, (_, number) => invent(`br-${at}-${number}`, business, random)),
  );
}

function invent(id: string, { category, subcategory, names }: Business, random: Random) {
  const city: City = random.pick(CITIES);
  const district = random.pick(city.districts);
  const name = random
    .pick(names)
    .replace('{district}', district)
    .replace('{surname}', random.pick(SURNAMES))
    .replace('{city}', city.name);
  return {
    id,
    name,
    address: {
      ...{ country: 'BR', state: city.state, city: city.name, district, street: random.pick(city.streets) },
      number: String(random.between(1, 2999)),
    },
    location: shifted(city, random),
    categories: [
      {
        ...{ id: idOf(category), name: category },
        subcategory: { id: idOf(`${category} ${subcategory}`), name: subcategory },
      },
    ],
    statistics: { pageviews: String(Math.floor(10 ** (1 + 3 * random.next()))) },
  };
}

function idOf(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `br-${letters.replace(/[^a-z]+/gu, '-')}`;
}

/** A point within some five kilometres of the centre. */
function shifted({ lat, lng }: City, random: Random): { lat: string; lng: string } {
  const shift = (): number => (random.next() - 0.5) / 10;
  return { lat: (lat + shift()).toFixed(6), lng: (lng + shift()).toFixed(6) };
}
