import { type Random } from '../../bench/random.js';

const kinds = ['Padaria', 'Restaurante', 'Museu', 'Hotel', 'Bar', 'Farmácia', 'Livraria', 'Mercado', 'Cinema', 'Café'];
const names = ['Central', 'Paulista', 'do Porto', 'São João', 'da Praça', 'Estrela', 'Bela Vista', 'Ipanema', 'Real'];
export const cities = ['São Paulo', 'Rio de Janeiro', 'Recife', 'Curitiba', 'Salvador', 'Manaus', 'Fortaleza'];

/** The first words of names, which searches ask for. */
export const words = kinds;

/** Degrees: where the places are. */
export const area = { south: -30, north: -3, west: -60, east: -35 };

/** Lines of places for `import`, the same for the same random numbers; the identifiers are `load-0` and so on. */
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

/** A number of degrees with four decimals, some ten metres. */
export function between(random: Random, least: number, greatest: number): string {
  return (least + random.next() * (greatest - least)).toFixed(4);
}
