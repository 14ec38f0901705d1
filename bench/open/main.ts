import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { report } from '../../dev/services/step.js';
import { toPlaceDocument } from '../../src/places/index/document.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { productionJvm, withServices } from '../servers.js';
import { timeZoneAt } from '../../src/places/opening-hours/evaluate.js';
import { onImageNode } from '../image-node.js';
import { openPlaces, withoutHours } from './open-places.js';
import { BenchIndex } from './bench-index.js';
import { openSearches } from './searches.js';

const HELP = `npm run bench:open [-- --places N] [--seed S]

Measures what opening hours cost: N places (default 100,000) derived from Rhode Island, 39 % with opening hours of Helsinki,
against the same places without.`;

const ROUNDS = 8;

/** `npm run bench:open`. */
function benchmark(): Promise<number> {
  const { places: count, seed } = readOptions({ places: 100_000, seed: 1 }, HELP);
  return withServices(productionJvm, async ({ variables: { ELASTICSEARCH_URL: url } }) => {
    const places = openPlaces(count, seed);
    const texts = places.flatMap(({ openingHours }) => openingHours ?? []);
    report(`${count} places, ${texts.length} with opening hours, ${new Set(texts).size} distinct`);
    const plain = places.map(withoutHours);
    const without = measureDocuments(plain);
    const first = measureDocuments(places);
    const again = measureDocuments(places);
    report(`documents without hours   ${perPlace(without.ms, count)}`);
    report(
      `  with hours              ${perPlace(first.ms, count)}; again, from the cache ${perPlace(again.ms, count)}`,
    );
    const indices = { without: new BenchIndex(url, 'without-hours'), with: new BenchIndex(url, 'with-hours') };
    for (const [name, index] of Object.entries(indices)) {
      const { ms, bytes } = await index.fill(name === 'with' ? first.documents : without.documents);
      report(
        `index ${name.padEnd(8)}            ${perPlace(ms, count)} of Elasticsearch, ${Math.round(bytes / count)} bytes a place`,
      );
    }
    const timeZones = [...new Set(places.flatMap(({ location }) => (location ? [timeZoneAt(location)] : [])))];
    for (const { name, ms, found } of await measureSearches(indices.with, openSearches(timeZones))) {
      report(`${name.padEnd(44)}${ms.toFixed(2).padStart(6)} ms, found ${found}`);
    }
    return 0;
  });
}

/** The least of several rounds: other programs and the compiler disturb it least. */
async function measureSearches(index: BenchIndex, searches: ReturnType<typeof openSearches>) {
  const measured = searches.map(({ name }) => ({ name, ms: Infinity, found: 0 }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [position, { body }] of searches.entries()) {
      const { ms, found } = await index.search(body);
      const best = measured[position];
      if (best && ms < best.ms) Object.assign(best, { ms, found });
    }
  }
  return measured;
}

function measureDocuments(places: readonly PlaceRecord[]): { documents: string[]; ms: number } {
  const before = process.cpuUsage();
  const documents = places.map((place) => JSON.stringify(toPlaceDocument(place)));
  const { user, system } = process.cpuUsage(before);
  return { documents, ms: (user + system) / 1000 };
}

function perPlace(ms: number, count: number): string {
  return `${((1000 * ms) / count).toFixed(0)} µs a place`;
}

void main(onImageNode(benchmark));
