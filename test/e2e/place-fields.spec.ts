import { FIELDS } from '../../src/places/query/fields.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

interface Catalogue {
  fields: Record<'name' | 'facetable' | 'sortable', string | boolean>[];
  limits: Record<string, number>;
}

/** A search that uses as much as this, for each limit. */
const searches: Record<string, (amount: number, catalogue: Catalogue) => string> = {
  rows: (rows) => `rows=${rows}`,
  start: (start) => `start=${start}`,
  sortKeys: (count, { fields }) => `sort=${namesOf(fields, 'sortable').slice(0, count).join(',')}`,
  facetFields: (count, { fields }) => {
    const names = namesOf(fields, 'facetable');
    // There are no more fields than may be counted.
    return Array.from({ length: count }, (_, at) => `facet.field=${names[at] ?? 'address.city'}`).join('&');
  },
  facetValues: (limit) => `facet.field=address.city&facet.limit=${limit}`,
  termLength: (length) => `q=${'a'.repeat(length)}`,
  filterLength: (length) => `fq=id:${'a'.repeat(length - 'id:'.length)}`,
  filterClauses: (count) => `fq=id:(${Array.from({ length: count }, (_, at) => at).join('%20OR%20')})`,
  filterDepth: (depth) => `fq=${'('.repeat(depth)}id:1${')'.repeat(depth)}`,
  valueWords: (count) => filterOfWords(count),
  filterWords: (count) => `${filterOfWords(count % 60)}&`.concat(`${filterOfWords(60)}&`.repeat(count / 60)),
  prefixLength: (length) => `fq=id:1&fq=address.zipcode:${'1'.repeat(length)}*`,
};

/** A filter with as many words in its value, which is no phrase. */
function filterOfWords(count: number): string {
  return `fq=name:${Array.from({ length: count }, () => 'a').join('%5C%20')}`;
}

function namesOf(fields: Catalogue['fields'], ability: 'sortable' | 'facetable'): string[] {
  // A sort by distance needs a centre.
  return fields.filter((field) => field[ability] && field.name !== 'location.distance').map(({ name }) => String(name));
}

describe('the list of place fields', () => {
  const { get } = useDirectory();

  const read = async (): Promise<Catalogue> => (await get('/v2/places/fields')).body.fieldResults;

  it('says which fields can be counted', async () => {
    const expected = FIELDS.filter(({ facetable }) => facetable).map(({ name }) => name);
    expect(namesOf((await read()).fields, 'facetable')).toEqual(expected);
  });

  it('says the limits of a search, in XML too', async () => {
    const { body } = await get('/v2/places/fields');
    const { text } = await get('/v2/places/fields?wt=xml');
    expect(await readXml(text, body)).toEqual(body);
    expect(Object.keys((await read()).limits)).toEqual(Object.keys(searches));
  });

  it.each(Object.entries(searches))('says the limit that holds: %s', async (name, search) => {
    const catalogue = await read();
    const limit = catalogue.limits[name] ?? 0;
    const ask = (amount: number) => get(`/v2/places?${search(amount, catalogue)}`);
    expect((await ask(limit)).status).toBe(200);
    const { status, body } = await ask(limit + 1);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  });
});
