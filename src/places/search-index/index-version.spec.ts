import { CacheVersions } from '../../response-cache/cache-versions.js';
import { IndexVersion } from './index-version.js';
import { type PlaceSearcher } from './place-searcher.js';

describe('the revision of the index', () => {
  let now = 1_000_000;
  let asked = 0;
  let answer: () => Promise<string>;
  let revision: IndexVersion;

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    asked = 0;
    answer = () => Promise.resolve('one');
    const index = {
      revision: () => {
        asked += 1;
        return answer();
      },
    };
    // Elasticsearch that is slow or away at the right moment no real one is.
    revision = new IndexVersion(index as unknown as PlaceSearcher, new CacheVersions(), { SEARCH_CACHE_TTL: 1 });
  });
  afterEach(() => jest.restoreAllMocks());

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is known once it has been asked for, for a second, and asked for anew in good time', async () => {
    expect(revision.current()).toBeUndefined();
    await settled();
    expect(revision.current()).toBe('one');
    answer = () => Promise.resolve('two');
    now += 501;
    expect(revision.current()).toBe('one');
    await settled();
    expect(revision.current()).toBe('two');
    now += 1000;
    expect(revision.current()).toBeUndefined();
    expect(asked).toBe(3);
  });

  it('runs out when nobody answers, who is not asked more often for it', async () => {
    revision.current();
    await settled();
    answer = () => Promise.reject(new Error('slow'));
    now += 600;
    revision.current();
    await settled();
    expect(revision.current()).toBe('one');
    now += 399;
    expect(revision.current()).toBe('one');
    now += 2;
    expect(revision.current()).toBeUndefined();
    expect(asked).toBe(2);
  });
});
