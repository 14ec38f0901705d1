import { type Client } from '@elastic/elasticsearch';
import { type Environment } from '../../config/environment.js';
import { searchBody } from '../query/search-body.js';
import { parseSort, type SortKey } from '../query/sort.js';
import { PlaceIndex } from './place.index.js';

describe('the revision that Elasticsearch tells', () => {
  const whole = { _shards: { failed: 0 }, indices: { places: { uuid: 'a', total: { docs: { count: 1 } } } } };
  let stats: unknown;
  // An Elasticsearch that loses a node in the middle of a call no real one is at the right moment.
  const client = { indices: { stats: () => Promise.resolve(stats) } } as unknown as Client;
  const index = new PlaceIndex(client, { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 1000 } as Environment);
  afterAll(() => {
    index.onApplicationShutdown();
  });

  it('is the same while the index is', async () => {
    stats = whole;
    const before = await index.revision();
    stats = structuredClone(whole);
    expect(await index.revision()).toBe(before);
    stats = { ...whole, indices: { places: { uuid: 'a', total: { docs: { count: 2 } } } } };
    expect(await index.revision()).not.toBe(before);
  });

  it.each([
    ['a copy has not been asked', { ...whole, _shards: { failed: 1 } }],
    ['no index is named', { _shards: { failed: 0 } }],
    ['nothing is told', {}],
  ])('is not known when %s', async (_, answer) => {
    stats = answer;
    await expect(index.revision()).rejects.toThrow();
  });
});

describe('the copies of the shards that are asked', () => {
  let asked: { preference?: string; pit?: object }[];
  const note = (request: object) => {
    asked.push(request);
    return { id: 'view', _shards: { failed: 0 }, hits: { hits: [] } };
  };
  // A node that is alone has no second copy.
  const client = {
    search: (request: object) => Promise.resolve(note(request)),
    openPointInTime: (request: object) => Promise.resolve(note(request)),
  } as unknown as Client;
  const index = new PlaceIndex(client, { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 1000 } as Environment);
  const page = (start: number, sort: SortKey[] = []) => searchBody({ filters: [], sort, rows: 10, start });

  beforeEach(() => {
    asked = [];
  });
  afterAll(() => {
    index.onApplicationShutdown();
  });

  it('are the same for all pages of a search, and for a walk that goes on from there', async () => {
    await index.search(page(0));
    await index.search(page(10));
    await index.openView(page(20));
    const [first] = asked;
    // What begins with `_` means something else to Elasticsearch.
    expect(first?.preference).toMatch(/^[0-9a-f]{32}$/);
    expect(asked.map(({ preference }) => preference)).toEqual(Array.from({ length: 3 }, () => first?.preference));
  });

  it('may be others for another search', async () => {
    const byName = parseSort('name', { centre: false });
    await index.search(page(0));
    await index.search(page(0, byName.ok ? [...byName.value] : []));
    expect(asked[0]?.preference).not.toBe(asked[1]?.preference);
  });

  it('are those of the view in a walk', async () => {
    await index.walk(page(0), 'view');
    expect(asked).toMatchObject([{ pit: { id: 'view' } }]);
    expect(asked[0]).not.toHaveProperty('preference');
  });
});
