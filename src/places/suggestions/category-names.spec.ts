import { type ElasticsearchQuery } from '../body/elasticsearch-query.js';
import { type ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { Kinds } from '../kinds/kinds.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { toPlaceDocument } from '../search-index/document.js';
import { CategoryNames, ofOtherKinds } from './category-names.js';

/** A document of the index: a place of this category. */
const placeOf = (name: string) =>
  toPlaceDocument({ id: '1', name: 'A', phones: [], categories: [{ id: name.toLowerCase(), name }] });

type Documents = readonly ReturnType<typeof placeOf>[];

/** Counts values of documents as Elasticsearch does: the most frequent ones first. */
function countTerms(documents: Documents, { field, size }: { field: string; size: number }) {
  const counts = new Map<unknown, number>();
  for (const document of documents) {
    const values = field.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
    for (const value of values as unknown[]) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const buckets = [...counts].map(([key, doc_count]) => ({ key, doc_count }));
  return { buckets: buckets.sort((a, b) => b.doc_count - a.doc_count).slice(0, size) };
}

/** Without a language of the data. */
const kinds = new Kinds(new SynonymFile({ SEARCH_SYNONYMS: 'none' }));

/** With a stub, because a real Elasticsearch cannot be made slow on demand. */
describe('CategoryNames', () => {
  let now: number;
  let read: jest.Mock<Promise<Documents>, []>;
  let names: CategoryNames;
  const namesFor = async (text: string) =>
    (await names.matching(text, noTimeUsed())).map(({ category }) => category.name);

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    read = jest.fn(() => Promise.resolve([placeOf('Bars')]));
    const run = async ({ body, read: parse }: ElasticsearchQuery<unknown>) => {
      const documents = await read();
      const aggregations = Object.entries(body.aggs ?? {}).map(([name, { terms }]) => [
        name,
        countTerms(documents, terms),
      ]);
      return parse({ aggregations: Object.fromEntries(aggregations) } as never);
    };
    names = new CategoryNames({ run } as unknown as ElasticsearchSearcher, kinds);
  });

  afterEach(() => jest.restoreAllMocks());

  it('reads the names at intervals, once for concurrent callers', async () => {
    expect(await Promise.all([namesFor('b'), namesFor('b')])).toEqual([['Bars'], ['Bars']]);
    now = 500;
    expect(await namesFor('b')).toEqual(['Bars']);
    expect(read).toHaveBeenCalledTimes(1);
    now = 501;
    await namesFor('b');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('returns the previous names while it reads them again', async () => {
    await namesFor('b');
    let finish: (documents: Documents) => void = () => undefined;
    read.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
    now = 700;
    expect(await namesFor('b')).toEqual(['Bars']);
    expect(await namesFor('b')).toEqual(['Bars']);
    expect(read).toHaveBeenCalledTimes(2);
    finish([placeOf('Parks')]);
    await settled();
    now = 900;
    expect(await namesFor('p')).toEqual(['Parks']);
  });

  it('waits for new names when the previous ones are too old', async () => {
    await namesFor('b');
    read.mockResolvedValue([placeOf('Parks')]);
    now = 751;
    expect(await namesFor('p')).toEqual(['Parks']);
  });

  it('finds aliases by two characters of a script whose words are so short', async () => {
    read.mockResolvedValue([placeOf('Restaurant')]);
    await kinds.replace([{ id: 'restaurant', name: 'Restaurant', subcategories: [] }], ['ko', 'en']);
    expect(await namesFor('식당')).toEqual(['Restaurant']);
    expect(await namesFor('식')).toEqual([]);
  });

  it.each([
    // The more frequent first.
    ['caf', ['Cafe', 'Cafe & Bakery', 'Cafeteria'], ['Cafe']],
    ['caf', ['Cafe & Bakery', 'Cafe'], ['Cafe']],
    ['cafeteria', ['Cafe', 'Cafeteria'], ['Cafeteria']],
    ['muse', ['Museu de Arte', 'Museus'], ['Museus']],
    ['bak', ['Cafe & Bakery', 'Bakery'], ['Bakery']],
    ['rest', ['Restaurant', 'Seafood Restaurant'], ['Restaurant', 'Seafood Restaurant']],
    // The whole name comes first, in whatever language.
    ['restaurante', ['Seafood Restaurant', 'Restaurant'], ['Restaurant', 'Seafood Restaurant']],
    // Perhaps not all of its places are bakeries.
    ['padar', ['Bakery Corner', 'Bakery'], ['Bakery', 'Bakery Corner']],
  ])('has categories of different kinds: %s of %j', async (text, categories, expected) => {
    read.mockResolvedValue(categories.map(placeOf));
    const named = categories.map((name) => ({ id: name.toLowerCase(), name, subcategories: [] }));
    await kinds.replace(named, ['en', 'pt']);
    const found = ofOtherKinds(await names.matching(text, noTimeUsed()));
    expect(found.map(({ category }) => category.name)).toEqual(expected);
  });

  it('throws while Elasticsearch fails, and recovers with it', async () => {
    await namesFor('b');
    read.mockRejectedValueOnce(new Error('gone'));
    now = 700;
    expect(await namesFor('b')).toEqual(['Bars']);
    await settled();
    read.mockRejectedValueOnce(new Error('gone'));
    now = 1500;
    await expect(namesFor('b')).rejects.toThrow('gone');
    expect(await namesFor('b')).toEqual(['Bars']);
  });
});
