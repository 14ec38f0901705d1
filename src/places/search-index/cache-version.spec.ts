import { CacheVersions } from '../../response-cache/dependencies.js';
import { IndexCacheVersion } from './cache-version.js';
import { Areas } from '../areas/areas.js';
import { Kinds } from '../kinds/kinds.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { type ElasticsearchSearcher } from '../elasticsearch/searcher.js';

describe('IndexCacheVersion', () => {
  let now = 1_000_000;
  let polls = 0;
  let poll: () => Promise<string>;
  let version: IndexCacheVersion;
  let synonyms: SynonymFile;
  let areas: Areas;
  let kinds: Kinds;

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    polls = 0;
    poll = () => Promise.resolve('one');
    const searcher = {
      indexState: () => {
        polls += 1;
        return poll();
      },
    };
    // A stub: a real Elasticsearch cannot be made slow at the right moment.
    synonyms = new SynonymFile({ SEARCH_SYNONYMS: 'none' });
    synonyms.version = 'a';
    areas = new Areas();
    const versions = new CacheVersions();
    kinds = new Kinds(synonyms, versions);
    version = new IndexCacheVersion(searcher as unknown as ElasticsearchSearcher, synonyms, areas, versions);
  });
  afterEach(() => jest.restoreAllMocks());

  /** The versions of other dependencies end with a space. */
  const current = () => version.current()?.trimEnd();
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is polled when it is read, expires after a second, and is polled again before that', async () => {
    expect(version.current()).toBeUndefined();
    await settled();
    expect(current()).toBe('one a 0 0');
    poll = () => Promise.resolve('two');
    now += 501;
    expect(current()).toBe('one a 0 0');
    await settled();
    expect(current()).toBe('two a 0 0');
    now += 1000;
    expect(version.current()).toBeUndefined();
    expect(polls).toBe(3);
  });

  it('changes with the synonyms, the cities and districts, and the kinds of places', async () => {
    version.current();
    await settled();
    synonyms.version = 'b';
    expect(current()).toBe('one b 0 0');
    await areas.replace([]);
    expect(current()).toBe('one b 1 0');
    await kinds.replace([], ['en']);
    expect(current()).toBe('one b 1 1');
  });

  it('expires when Elasticsearch does not answer, and is not polled more often', async () => {
    version.current();
    await settled();
    poll = () => Promise.reject(new Error('slow'));
    now += 600;
    version.current();
    await settled();
    expect(current()).toBe('one a 0 0');
    now += 399;
    expect(current()).toBe('one a 0 0');
    now += 2;
    expect(version.current()).toBeUndefined();
    expect(polls).toBe(2);
  });
});
