import { type ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { categoryKeys } from '../place.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { Kinds } from '../kinds/kinds.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { CategoryNames } from './suggestions.service.js';

const [bars = ''] = categoryKeys([{ id: '1', name: 'Bars' }]);

const [parks = ''] = categoryKeys([{ id: '2', name: 'Parks' }]);

/** Without a language of the data. */
const kinds = new Kinds(new SynonymFile({ SEARCH_SYNONYMS: 'none' }));

/** With a stub, because a real Elasticsearch cannot be made slow on demand. */
describe('CategoryNames', () => {
  let now: number;
  let read: jest.Mock<Promise<string[]>, []>;
  let names: CategoryNames;
  const namesFor = async (text: string) =>
    (await names.matching(text, noTimeUsed())).map(({ category }) => category.name);

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    read = jest.fn(() => Promise.resolve([bars]));
    names = new CategoryNames({ run: read } as unknown as ElasticsearchSearcher, kinds);
  });

  afterEach(() => jest.restoreAllMocks());

  it('reads the names at intervals, once for concurrent callers', async () => {
    await Promise.all([namesFor('b'), namesFor('b')]);
    now = 500;
    expect(await namesFor('b')).toEqual(['Bars']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('returns the previous names while it reads them again', async () => {
    await namesFor('b');
    let finish: (keys: string[]) => void = () => undefined;
    read.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
    now = 700;
    expect(await namesFor('b')).toEqual(['Bars']);
    expect(await namesFor('b')).toEqual(['Bars']);
    expect(read).toHaveBeenCalledTimes(2);
    finish([parks]);
    await Promise.resolve();
    now = 900;
    expect(await namesFor('p')).toEqual(['Parks']);
  });

  it('waits for new names when the previous ones are too old', async () => {
    await namesFor('b');
    read.mockResolvedValue([parks]);
    now = 751;
    expect(await namesFor('p')).toEqual(['Parks']);
  });

  it('finds aliases by two characters of a script whose words are so short', async () => {
    const [restaurant = ''] = categoryKeys([{ id: '3', name: 'Restaurant' }]);
    read.mockResolvedValue([restaurant]);
    kinds.replace([{ id: '3', name: 'Restaurant', subcategories: [] }], ['ko', 'en']);
    expect(await namesFor('식당')).toEqual(['Restaurant']);
    expect(await namesFor('식')).toEqual([]);
  });

  it('throws while Elasticsearch fails, and recovers with it', async () => {
    await namesFor('b');
    read.mockRejectedValueOnce(new Error('gone'));
    now = 700;
    expect(await namesFor('b')).toEqual(['Bars']);
    read.mockRejectedValueOnce(new Error('gone'));
    now = 1500;
    await expect(namesFor('b')).rejects.toThrow('gone');
    expect(await namesFor('b')).toEqual(['Bars']);
  });
});
