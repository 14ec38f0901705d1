import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAffordable } from './affordable-search.js';
import { Areas } from './areas/areas.js';
import { NO_VARIANTS } from './query/search-request.js';
import { searchCost } from './body/cost.js';
import { joinedPairs } from './body/words.js';
import { noTime } from './elasticsearch/protection.js';
import { type PlaceSearcher } from './elasticsearch/searcher.js';
import { type StagedRequest } from './search-stage.js';
import { StagedSearch } from './staged-search.js';
import { SynonymFile } from './synonyms/synonym-file.js';

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

  const request = (start: number): StagedRequest => ({
    ...{ term: { type: 'words', text }, match: 'corrected', readsWhere: false },
    ...{ filters: [], sort: [], rows: 10, start },
  });

  /** The number of stages that are searched if none finds a place. */
  const stages = async (start: number, SEARCH_SYNONYMS: string): Promise<number> => {
    const file = new SynonymFile({ SEARCH_SYNONYMS });
    const search = new StagedSearch({} as PlaceSearcher, new Areas(), file);
    const run = jest.fn(() => Promise.resolve({ found: 0, places: [], facetCounts: {}, pointInTime: undefined }));
    await search.search(request(start), { spent: noTime() }, run);
    file.onModuleDestroy();
    return run.mock.calls.length;
  };

  it('counts synonyms in what its corrected stage may cost', async () => {
    const variants = { ...NO_VARIANTS, synonyms: joinedPairs(text.split(' ')) };
    const isCorrectable = (start: number): boolean =>
      isAffordable(searchCost({ ...request(start), term: { type: 'words', text, variants } }, 1));
    let last = 0;
    while (isCorrectable(last + 1)) last += 1;
    expect([await stages(last, 'none'), await stages(last + 1, 'none')]).toEqual([2, 1]);
    expect([await stages(last, path), await stages(0, path)]).toEqual([1, 2]);
  });
});
