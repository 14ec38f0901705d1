import { type Client } from '@elastic/elasticsearch';
import { type Environment } from '../config/environment.js';
import { type ReadDatabase } from '../database/read-database.js';
import { type Cursors } from './cursors.js';
import { PlaceSearcher } from './search-index/place-searcher.js';
import { type PlaceReader } from './place-reader.js';
import { CursorSearch } from './cursor-search.js';
import { PlacesService } from './places.service.js';
import { parseSort } from './query/sort.js';
import { parseTerm } from './query/term.js';

describe('the copies of the shards that are asked', () => {
  let asked: { preference?: string; pit?: object }[];
  const note = (request: object) => {
    asked.push(request);
    return Promise.resolve({ id: 'view', _shards: { failed: 0 }, hits: { hits: [] } });
  };
  // A node that is alone has no second copy.
  const client = { search: note, openPointInTime: note, closePointInTime: note } as unknown as Client;
  const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 1000 } as Environment;
  const index = new PlaceSearcher(client, environment);
  const walk = new CursorSearch(index, {} as Cursors);
  const places = new PlacesService({} as ReadDatabase, {} as PlaceReader, index, walk, environment);

  const search = async (q: string, start = 0, order = '') => {
    const [term, sort] = [parseTerm(q), parseSort(order, { hasCentre: false })];
    await places.search({
      ...(term.ok && term.value && { term: term.value }),
      ...{ filters: [], sort: sort.ok ? sort.value : [], rows: 10, start },
    });
  };

  beforeEach(() => {
    asked = [];
  });
  afterAll(() => {
    index.onApplicationShutdown();
  });

  it('are the same for all pages that words order, and for a walk that goes on from there', async () => {
    await search('mercado');
    await search('mercado', 10);
    await search('mercado', 10_000);
    const [first] = asked;
    // What begins with `_` means something else to Elasticsearch.
    expect(first?.preference).toMatch(/^copies-[\w-]{22}$/);
    expect(asked.slice(0, 3).map(({ preference }) => preference)).toEqual(
      asked.slice(0, 3).map(() => first?.preference),
    );
    // A view has copies of its own.
    expect(asked[3]).toMatchObject({ pit: { id: 'view' } });
    expect(asked[3]).not.toHaveProperty('preference');
  });

  it('may be others for other words', async () => {
    await search('mercado');
    await search('museu');
    expect(asked[0]?.preference).not.toBe(asked[1]?.preference);
  });

  it.each([
    ['', ''],
    ['mercado', 'name'],
    ['address.city:Santos', ''],
  ])('are whichever answer soonest where all copies order alike: %j sorted by %j', async (q, order) => {
    await search(q, 0, order);
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toHaveProperty('preference');
  });
});
