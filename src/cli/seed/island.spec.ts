import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { picture } from '../../explore/pictures.js';
import { CategoryKinds } from '../../places/kinds/category-kinds.js';
import { KindCatalogue } from '../../places/kinds/kind-catalogue.js';
import { parsePlace } from '../import/records/place-schema.js';

interface Place {
  readonly phones: readonly string[];
  readonly urlService?: string;
  readonly categories: readonly { id: string; name: string; subcategory: { id: string; name: string } }[];
}

const textOf = (kind: string) =>
  gunzipSync(readFileSync(join(__dirname, 'data/island', `${kind}.ndjson.gz`))).toString();
const linesOf = (kind: string) => textOf(kind).trimEnd().split('\n');

describe('the places of the invented island', () => {
  const places = linesOf('places').map((line) => JSON.parse(line) as Place);

  it('are what an import accepts without a fault', () => {
    const faulty = linesOf('places').filter((line) => {
      const parsed = parsePlace(JSON.parse(line));
      return !('row' in parsed) || parsed.faults !== undefined;
    });
    expect([places.length, faulty]).toEqual([2994, []]);
  });

  it('reach nobody: numbers are reserved for fiction, and addresses as examples', () => {
    const real = [
      ...places.flatMap(({ phones }) => phones).filter((phone) => !/^44(?:1632960|3069990)\d{3}$/.test(phone)),
      ...places
        .flatMap(({ urlService = [] }) => urlService)
        .filter((url) => !new URL(url).hostname.endsWith('.example')),
      ...linesOf('users').filter((line) => !line.includes('@example.com"')),
    ];
    expect(real).toEqual([]);
  });

  it('have pictures that there are, and so have their visitors', async () => {
    const names = new Set((textOf('places') + textOf('users')).match(/(?<="\/explore\/pictures\/)[^"]+/g));
    const missing: string[] = [];
    for (const name of names) if ((await picture(name)) === undefined) missing.push(name);
    expect([names.size > 60, missing]).toEqual([true, []]);
  });

  it('have categories that a search knows as kinds', () => {
    const known = new CategoryKinds(KindCatalogue.load());
    const categories = places.flatMap(({ categories: all }) => all);
    const unknown = categories.filter(({ subcategory, ...category }) => {
      return known.kindsOf(category, subcategory).length === 0;
    });
    expect(unknown).toEqual([]);
  });
});
