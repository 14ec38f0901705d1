import { type Client } from '@elastic/elasticsearch';
import { type Environment } from '../config/environment.js';
import { type ReadDatabase } from '../database/read-database.js';
import { type Cursors } from './cursors.js';
import { PlaceSearcher } from './elasticsearch/searcher.js';
import { SearchProtection, type SearchThreads } from './elasticsearch/protection.js';
import { type PlaceReader } from './place-reader.js';
import { Areas } from './areas/areas.js';
import { CursorSearch } from './cursor-search.js';
import { PlacesService } from './places.service.js';
import { IndexTimeZones, OpenPlaces } from './opening-hours/open-places.js';
import { StagedSearch } from './staged-search.js';
import { SynonymFile } from './synonyms/synonym-file.js';
import { parseSort } from './query/selection.js';
import { parseSearchTerm } from './query/search-request.js';

describe('the preference of searches for shard copies', () => {
  let requests: { preference?: string; pit?: object }[];
  const record = (request: object) => {
    requests.push(request);
    return Promise.resolve({ id: 'pit', _shards: { failed: 0 }, hits: { total: { value: 1 }, hits: [] } });
  };
  // A stub: the Elasticsearch of the tests is a single node without a second copy.
  const indices = { existsAlias: () => Promise.resolve(true) };
  const client = { indices, search: record, openPointInTime: record, closePointInTime: record } as unknown as Client;
  const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 1000 } as Environment;
  const threads = { count: 4 } as SearchThreads;
  const guard = new SearchProtection(client, threads, environment);
  const searcher = new PlaceSearcher(client, guard, threads, environment);
  const stages = new StagedSearch(searcher, new Areas(), new SynonymFile({ SEARCH_SYNONYMS: 'none' }));
  const open = new OpenPlaces(new IndexTimeZones(searcher));
  const cursors = new CursorSearch(searcher, stages, {} as Cursors, open);
  const places = new PlacesService({} as ReadDatabase, {} as PlaceReader, searcher, stages, cursors, open, environment);

  const search = async (q: string, start = 0, order = '') => {
    const [term, sort] = [parseSearchTerm(q), parseSort(order, { hasCentre: false })];
    const request = {
      ...(term.ok && term.value && { term: term.value }),
      ...({
        filters: [],
        sort: sort.ok ? sort.value : [],
        rows: 10,
        start,
        match: 'relaxed',
        readsWhere: true,
        now: 0,
      } as const),
    };
    await places.search(request, { clientId: 'app', userId: undefined, signal: new AbortController().signal });
  };

  beforeEach(() => {
    requests = [];
  });
  afterAll(() => {
    guard.onApplicationShutdown();
  });

  it('is the same for all pages sorted by score, and for a cursor that continues from there', async () => {
    await search('mercado');
    await search('mercado', 10);
    await search('mercado', 10_000);
    const [first] = requests;
    // Elasticsearch reserves preferences that start with `_`.
    expect(first?.preference).toMatch(/^search-\d+$/);
    expect(requests.slice(0, 3).map(({ preference }) => preference)).toEqual(
      requests.slice(0, 3).map(() => first?.preference),
    );
    // A point in time is bound to its shard copies.
    expect(requests[3]).toMatchObject({ pit: { id: 'pit' } });
    expect(requests[3]).not.toHaveProperty('preference');
  });

  it('differs for other words', async () => {
    await search('mercado');
    await search('museu');
    expect(requests[0]?.preference).not.toBe(requests[1]?.preference);
  });

  it.each([
    ['', ''],
    ['mercado', 'name'],
    ['address.city:Santos', ''],
  ])('is absent when all copies sort alike: %j sorted by %j', async (q, order) => {
    await search(q, 0, order);
    expect(requests).toHaveLength(1);
    expect(requests[0]).not.toHaveProperty('preference');
  });
});
