import { type Random } from '../support/random.js';

const kinds = ['Padaria', 'Restaurante', 'Museu', 'Hotel', 'Bar', 'Farmácia', 'Livraria', 'Mercado', 'Cinema', 'Café'];
const names = ['Central', 'Paulista', 'do Porto', 'São João', 'da Praça', 'Estrela', 'Bela Vista', 'Ipanema', 'Real'];
export const cities = ['São Paulo', 'Rio de Janeiro', 'Recife', 'Curitiba', 'Salvador', 'Manaus', 'Fortaleza'];

/** The first words of names, for searches. */
export const words = kinds;

/** The area of the places, in degrees. */
export const area = { south: -30, north: -3, west: -60, east: -35 };

/** Lines for `import`, with the identifiers `load-0`, `load-1` and so on. */
export function* placeLines(count: number, random: Random): Generator<string> {
  for (let at = 0; at < count; at += 1) {
    const kind = random.pick(kinds);
    yield JSON.stringify({
      id: `load-${at}`,
      name: `${kind} ${random.pick(names)} ${random.between(1, 999)}`,
      phones: [`5511${random.between(10_000_000, 99_999_999)}`],
      address: { country: 'BR', city: random.pick(cities), street: random.pick(names), number: `${at % 1000}` },
      location: { lat: between(random, area.south, area.north), lng: between(random, area.west, area.east) },
      categories: [{ id: kind.toLowerCase(), name: kind }],
      statistics: { rating: (random.between(0, 50) / 10).toFixed(1), reviews: `${random.between(0, 900)}` },
    });
  }
}

/** Random degrees with four decimals, about ten metres. */
export function between(random: Random, least: number, greatest: number): string {
  return (least + random.next() * (greatest - least)).toFixed(4);
}
