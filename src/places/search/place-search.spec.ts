import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client } from '@elastic/elasticsearch';
import { type Environment } from '../../config/environment.js';
import { type Cursor, type Cursors } from './cursors.js';
import { ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { ElasticsearchHealth } from '../elasticsearch/health.js';
import { noTimeUsed, SearchProtection, type SearchThreads } from '../elasticsearch/protection.js';
import { Areas } from '../areas/areas.js';
import { PlaceSearch } from './place-search.js';
import { SearchPlanner } from './search-planner.js';
import { LandmarkSearch } from './landmark-search.js';
import { LocalitySearch } from './locality-search.js';
import { OpenPlaces } from '../opening-hours/open-places.js';
import { Kinds } from '../kinds/kinds.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { parseSort } from '../query/selection.js';
import { type MatchOptions, parseSearchTerm, type SearchRequest } from '../query/search-request.js';
import { joinedPairs, NO_VARIANTS } from '../words/synonyms.js';
import { isAffordable, searchCost, totalCost } from '../body/cost.js';

const ALL_READINGS = { kind: true, where: true, near: true, when: true, number: true };

describe('the preference of searches for shard copies', () => {
  let requests: { preference?: string; pit?: object }[];
  const record = (request: object) => {
    requests.push(request);
    return Promise.resolve({ id: 'pit', _shards: { failed: 0 }, hits: { total: { value: 1 }, hits: [] } });
  };
  // A stub: the Elasticsearch of the tests is a single node without a second copy.
  const indices = { getAlias: () => Promise.resolve({ 'places-20260101000000000': {} }) };
  const client = { indices, search: record, openPointInTime: record, closePointInTime: record } as unknown as Client;
  const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 1000 } as Environment;
  const health = new ElasticsearchHealth(environment);
  const protection = new SearchProtection(health, { count: 4 } as SearchThreads, environment);
  const searcher = new ElasticsearchSearcher(client, protection, health, environment);
  const open = new OpenPlaces(searcher);
  const synonyms = new SynonymFile({ SEARCH_SYNONYMS: 'none' });
  const kinds = new Kinds(synonyms);
  const planner = new SearchPlanner(new Areas(), kinds, synonyms, open);
  const finders = [new LandmarkSearch(searcher, kinds), new LocalitySearch(searcher, kinds)] as const;
  const places = new PlaceSearch(searcher, planner, {} as Cursors, ...finders);

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
        enabledRoles: ALL_READINGS,
        now: 0,
      } as const),
    };
    await places.search(request, { clientId: 'app', userId: undefined, signal: new AbortController().signal });
  };

  beforeEach(() => {
    requests = [];
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

  it('continues at the minute of the first page', async () => {
    const cursor: Cursor = { pointInTime: 'pit', after: [], stage: undefined, now: 5, unknownHours: undefined };
    const cursors = { parse: () => Promise.resolve(cursor) } as unknown as Cursors;
    const request = { ...{ filters: [], sort: [], rows: 10, start: 0, match: 'relaxed' as const }, now: 9 };
    const found = await new PlaceSearch(searcher, planner, cursors, ...finders).search(
      { ...request, enabledRoles: ALL_READINGS, cursorMark: 'mark' },
      { clientId: 'app', userId: undefined, signal: new AbortController().signal },
    );
    expect(found.now).toBe(5);
  });

  it('differs for other words', async () => {
    await search('mercado');
    await search('museu');
    const preferences = requests.map(({ preference }) => preference);
    expect(preferences).toEqual([1, 2].map(() => expect.stringMatching(/^search-\d+$/)));
    expect(new Set(preferences).size).toBe(2);
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

const text = 'bar mozrat';
const synonyms = Array.from({ length: 20 }, (_, at) => `word${at}`);

/** Whether corrections are searched is decided from the request alone, so no place has to be found. */
describe('a search by words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'synonyms-'));
  const path = join(folder, 'synonyms.txt');

  beforeAll(() => {
    writeFileSync(path, `bar => ${synonyms.join(', ')}\n`);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const request = (start: number): SearchRequest & MatchOptions => ({
    ...{ term: { type: 'words', text }, match: 'corrected', enabledRoles: { ...ALL_READINGS, where: false } },
    ...{ filters: [], sort: [], rows: 10, start },
  });

  /** The number of stages that are searched if none finds a place. */
  const stages = async (start: number, SEARCH_SYNONYMS: string): Promise<number> => {
    const file = new SynonymFile({ SEARCH_SYNONYMS });
    const open = new OpenPlaces({} as ElasticsearchSearcher);
    const kinds = new Kinds(file);
    const planner = new SearchPlanner(new Areas(), kinds, file, open);
    const run = jest.fn(() => Promise.resolve({ found: 0, places: [], facetCounts: {}, pointInTime: undefined }));
    const searcher = { run } as unknown as ElasticsearchSearcher;
    const finders = [new LandmarkSearch(searcher, kinds), new LocalitySearch(searcher, kinds)] as const;
    const search = new PlaceSearch(searcher, planner, {} as Cursors, ...finders);
    const resolved = await planner.resolve(request(start), 0, noTimeUsed());
    await search.runSteps(resolved, { from: start, size: 10 }, { timeUsed: noTimeUsed() });
    file.onModuleDestroy();
    return run.mock.calls.length;
  };

  it('counts synonyms in what its corrected stage may cost', async () => {
    const variants = { ...NO_VARIANTS, synonyms: joinedPairs(text.split(' ')) };
    const isCorrectable = (start: number): boolean =>
      isAffordable(totalCost(searchCost({ ...request(start), term: { type: 'words', text, variants } }, 1)));
    let last = 0;
    while (isCorrectable(last + 1)) last += 1;
    expect([await stages(last, 'none'), await stages(last + 1, 'none')]).toEqual([2, 1]);
    expect([await stages(last, path), await stages(0, path)]).toEqual([1, 2]);
  });
});
