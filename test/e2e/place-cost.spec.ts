import { IndexInspector } from '../../src/places/search-index/inspect.js';
import { IndexLifecycle } from '../../src/places/search-index/lifecycle.js';
import { Directory } from '../support/directory.js';
import { expectInSync } from '../support/expect-in-sync.js';
import { aPlace } from '../support/factories.js';
import { insertPlaces } from '../support/place-rows.js';
import { waitUntil, getWithRetry } from '../support/retry.js';
import { describeOverRhodeIsland, importRhodeIsland, readRhodeIsland } from '../support/rhode-island.js';
import { useDirectory } from '../support/use-directory.js';

/** Milliseconds; the default time limit of a search. */
const LIMIT = 2000;

const around = (radius: number): string => `location.lat=41.82&location.lng=-71.41&location.radius=${radius}`;
const list = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(' OR ');
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
const pairs = letters.flatMap((first) => letters.map((second) => first + second));
const some = pairs.slice(0, 64);
const prefixes = encodeURIComponent(some.map((pair) => `name:${pair}*`).join(' OR '));

/** Legal queries that ask for as much as they may. */
const HEAVY: Record<string, string> = {
  'a term of 256 characters in short words': `q=${Array.from({ length: 85 }, (_, at) => pairs[at]).join('%20')}`,
  'a term of 256 letters, one word each': `q=${'a%20'.repeat(128)}`,
  'a term of words that nearly match': `q=${'restaurent%20providense%20'.repeat(11)}`,
  'a term that is one word of 256 letters': `q=${'a'.repeat(256)}`,
  'a term in other scripts': `q=${encodeURIComponent('東京ラーメン'.repeat(42))}`,
  'a term near a point': `q=${'inc%20co%20'.repeat(25)}&${around(1_000_000)}`,
  '64 prefixes of two letters': `fq=${prefixes}`,
  '64 prefixes of two letters, none of which may match': `fq=${encodeURIComponent(
    some.map((pair) => `-address.street:${pair}*`).join(' AND '),
  )}`,
  'a list of 64 values': `fq=${encodeURIComponent(`address.zipcode:(${list(some)})`)}`,
  'a phrase of 64 words': `fq=${encodeURIComponent(`name:"${'of the '.repeat(32)}"`)}`,
  'a prefix of 64 words': `fq=${encodeURIComponent(`name:${'a\\ '.repeat(63)}in*`)}`,
  '16 levels deep': `fq=${encodeURIComponent(`${'id:1 OR name:in* AND ('.repeat(16)}name:in*${')'.repeat(16)}`)}`,
  '64 clauses and every key': `fq=${encodeURIComponent(Array.from({ length: 64 }, (_, at) => `statistics.pageviews:[${at} TO *]`).join(' OR '))}&sort=address.city,address.street,address.number,name%20desc,statistics.rating,distance&${around(1_000_000)}&rows=50&start=9999`,
  'everything at once': `q=${'restaurant%20inc%20'.repeat(13)}&fq=${prefixes}&${around(1_000_000)}&rows=50&start=10000`,
};

const forno = aPlace({
  name: "Forno d'Oro",
  location: { lat: '41.8201', lng: '-71.4101' },
  categories: [{ id: 'restaurant', name: 'Restaurant', subcategory: { id: 'restaurant.pizza', name: 'Pizza' } }],
});

const idsOf = (body: { results: { places: { id: string }[] } }): string[] => body.results.places.map(({ id }) => id);

interface Page {
  header: { found: number; start: number; next?: string; previous?: string; nextCursorMark?: string };
  places: { id: string }[];
}

describeOverRhodeIsland('over Rhode Island', () => {
  const { directory, tokens, get } = useDirectory({
    env: { SEARCH_TIMEOUT: '10000' },
    places: [forno],
    fill: importRhodeIsland,
    tokens: ['application'],
  });

  describe('the cost of a search', () => {
    let impatient: Directory;
    const get = (path: string) => impatient.get(path, tokens.application);

    beforeAll(async () => {
      impatient = await Directory.start({ SEARCH_TIMEOUT: String(LIMIT) }, directory.database);
    });

    afterAll(() => impatient.stop({ keepDatabase: true }));

    it.each(Object.entries(HEAVY))('is bounded: %s', async (_, query) => {
      const began = performance.now();
      const { status } = await get(`/v2/places?${query}`);
      expect([200, 503]).toContain(status);
      // Without limits these take minutes.
      expect(performance.now() - began).toBeLessThan(LIMIT + 3000);
    });

    it.each([
      ['hotel', 'Hotels & Motels'],
      ['pizza', 'Pizza'],
    ])(
      'the word %s finds places of its category near a point, though their names have no such word',
      async (word, name) => {
        const elsewhere = `fq=-name:${word}*&rows=50`;
        const { body } = await get(`/v2/places?q=${word}&${around(5000)}&${elsewhere}`);
        const filter = encodeURIComponent(`categories.subcategory.name:"${name}"`);
        const ofCategory = await get(`/v2/places?fq=${filter}&${around(5000)}&${elsewhere}`);
        const wanted = idsOf(ofCategory.body);
        expect(wanted.length).toBeGreaterThan(0);
        expect(idsOf(body)).toEqual(expect.arrayContaining(wanted));
      },
    );

    it('never leads to an incomplete list: partial results are 503', async () => {
      const { found } = (await get('/v2/places?q=inc')).body.results.header;
      const hasty = await Directory.start({ SEARCH_TIMEOUT: '50' }, directory.database);
      try {
        const responses = await Promise.all(
          Array.from({ length: 64 }, (_, at) =>
            at % 2 === 0
              ? hasty.get(`/v2/places?${HEAVY['everything at once'] ?? ''}`, tokens.application)
              : hasty.get('/v2/places?q=inc', tokens.application),
          ),
        );
        const failed = responses.filter(({ status }) => status !== 200);
        const problems = failed.map(({ status, body, headers }) =>
          [status, body.code, headers.get('retry-after')].join(),
        );
        expect(new Set(problems)).toEqual(new Set(['503,search_unavailable,1']));
        const plain = responses.filter((_, at) => at % 2 === 1);
        await waitUntil(async () => {
          plain.push(await hasty.get('/v2/places?q=inc', tokens.application));
          return plain.at(-1)?.status === 200;
        }, 10);
        const whole = plain.filter(({ status }) => status === 200);
        expect(whole.map(({ body }) => body.results.header.found)).toEqual(whole.map(() => found));
      } finally {
        await hasty.stop({ keepDatabase: true });
      }
    });

    // Last, because it takes the index away for a while.
    it('is 503 while a shard cannot be read', async () => {
      const elasticsearch = `${process.env.ELASTICSEARCH_URL ?? ''}/${directory.database.name}`;
      await fetch(`${elasticsearch}/_close`, { method: 'POST' });
      const { status, body } = await get('/v2/places?q=inc');
      expect([status, body.code]).toEqual([503, 'search_unavailable']);
      await fetch(`${elasticsearch}/_open?wait_for_active_shards=1`, { method: 'POST' });
      expect((await get('/v2/places?q=inc')).status).toBe(200);
    });
  });

  // Last, because it changes the places.
  describe('paging to any depth', () => {
    let all: string[];
    /** Enough for many pages by cursor. */
    let searched: string[];

    beforeAll(() => {
      all = [forno, ...readRhodeIsland()].map(({ id }) => id).sort();
      searched = all.filter((_, at) => at % 8 === 0);
    });

    /** Follows `next` from the first page on. */
    async function* pagesFrom(query: string): AsyncGenerator<Page> {
      let next: string | undefined = `${directory.url}/v2/places?${query}`;
      while (next !== undefined) {
        const { status, text, body } = await getWithRetry(
          directory,
          next.slice(directory.url.length),
          tokens.application,
        );
        if (status !== 200) throw new Error(text);
        const page = body.results as Page;
        yield page;
        next = page.header.next;
      }
    }

    it('continues by cursor after the maximum start, and reaches every place once', async () => {
      const plain: string[] = [];
      for (let start = 9900; start <= 10_000; start += 50) {
        const { body } = await getWithRetry(
          directory,
          `/v2/places?sort=name&rows=50&start=${start}`,
          tokens.application,
        );
        plain.push(...body.results.places.map(({ id }: { id: string }) => id));
      }
      const seen: string[] = [];
      const headers: Page['header'][] = [];
      for await (const { header, places } of pagesFrom('sort=name&rows=50&start=9900')) {
        headers.push(header);
        seen.push(...places.map(({ id }) => id));
      }
      expect(seen.slice(0, plain.length)).toEqual(plain);
      expect(seen).toHaveLength(all.length - 9900);
      expect(new Set(seen).size).toBe(seen.length);
      // 9900, 9950 and 10000 are reached by start, later pages by cursor.
      expect(headers.slice(0, 4).map(({ start }) => start)).toEqual([9900, 9950, 10_000, 0]);
      expect(headers.map(({ next }) => next?.includes('cursorMark='))).toEqual([
        false,
        false,
        ...Array.from({ length: headers.length - 3 }, () => true),
        undefined,
      ]);
      expect(headers.slice(3).filter(({ previous }) => previous !== undefined)).toEqual([]);
      expect(headers.every(({ found }) => found === all.length)).toBe(true);
    }, 120_000);

    // Last, because it changes the places.
    it('shows every place once by cursor, while an import changes, adds and removes places', async () => {
      await directory.source.query("UPDATE places SET zipcode = 'searched' WHERE id = ANY($1)", [searched]);
      await directory.settle();
      const seen: string[] = [];
      let pages = 0;
      let importing: Promise<void> | undefined;
      for await (const { places } of pagesFrom(
        'cursorMark=*&fq=address.zipcode:searched&sort=statistics.rating%20desc,name&rows=50',
      )) {
        seen.push(...places.map(({ id }) => id));
        pages += 1;
        // Places after the cursor move before it, and the other way round.
        if (pages === 5) importing = shuffleEverything();
        if (pages % 10 === 0) await addAndRemove(pages);
      }
      await importing;
      expect(seen.sort()).toEqual(searched);
      await directory.settle();
      const { body } = await get('/v2/places?q=id:wof-873979507');
      expect(body.results.places[0].statistics.rating).toBe('5');
      const newcomers = await get('/v2/places?fq=name:newcomer');
      expect(newcomers.body.results.header.found).toBe(Math.floor(pages / 10));
    }, 180_000);

    async function shuffleEverything(): Promise<void> {
      await directory.source.query(
        "UPDATE places SET rating = CASE WHEN rating IS NULL THEN 5 END, name = reverse(name) WHERE zipcode = 'searched'",
      );
      await directory.source.query("UPDATE places SET rating = 5 WHERE id = 'wof-873979507'");
      await directory.settle();
    }

    async function addAndRemove(page: number): Promise<void> {
      await insertPlaces(directory.source, [
        aPlace({ id: `new-${page}`, name: `Newcomer ${page}`, address: { zipcode: 'searched' } }),
      ]);
      await directory.source.query('DELETE FROM places WHERE id = $1', [searched[page * 10]]);
    }
  });
});

describe('an index of several shards on several nodes', () => {
  const { directory } = useDirectory({
    env: { ELASTICSEARCH_SHARDS: '2', ELASTICSEARCH_REPLICAS: '0' },
    places: [aPlace(), aPlace(), aPlace()],
  });

  it('has the configured number of shards', async () => {
    const { live } = await directory.app.get(IndexInspector).status();
    expect(live).toMatchObject({ shards: 2, replicas: 0, documents: 3 });
  });

  it('has a replica only if there is a node for it, unless their number is set', async () => {
    const other = await Directory.start({}, directory.database);
    const { live } = await other.app.get(IndexInspector).status();
    // The test cluster has one node.
    expect(live).toMatchObject({ replicas: 0, health: 'green' });
    await other.stop({ keepDatabase: true });
  });

  it('gets another number of replicas at the start, and is searched when some nodes are away', async () => {
    const nodes = `http://127.0.0.1:1,${process.env.ELASTICSEARCH_URL},http://127.0.0.1:2`;
    const other = await Directory.start({ ELASTICSEARCH_URL: nodes, ELASTICSEARCH_REPLICAS: '2' }, directory.database);
    const { live } = await other.app.get(IndexInspector).status();
    expect(live).toMatchObject({ shards: 2, replicas: 2 });
    const token = await other.token();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => other.get(`/v2/places?q=place&rows=${index + 1}`, token)),
    );
    expect(answers.map(({ status, body }) => [status, body.results?.header.found])).toEqual(
      answers.map(() => [200, 3]),
    );
    await other.stop({ keepDatabase: true });
  });
});

const places = 2000;

/** Searches must not be affected by a reindex (docs/operations/reindex.md). */
describe('reindex under load', () => {
  const { directory, get } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    fill: async ({ source }) => {
      const rows = "SELECT 'p' || n, 'Lugar ' || n FROM generate_series(1, $1) n";
      await source.query(`INSERT INTO places (id, name) ${rows}`, [places]);
    },
  });
  // A second replica, whose worker relays changes as well.
  useDirectory({ over: directory });

  it('fails no search, never shows a half-built index, and loses no change', async () => {
    await directory.settle();
    const over = new AbortController();
    const seen = new Set<string>();
    let changes = 0;
    const searching = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const { status, body } = await get('/v2/places?q=lugar');
        seen.add(`${status} ${String(body?.results?.header.found)}`);
      }
    };
    const changing = async (): Promise<void> => {
      for (; !over.signal.aborted; changes += 1) {
        const row = [`Lugar mudado ${changes}`, `p${1 + (changes % places)}`];
        await directory.source.query('UPDATE places SET name = $1 WHERE id = $2', row);
      }
    };
    const working = Promise.all([searching(), searching(), changing()]);
    for (let round = 0; round < 2; round += 1) await directory.app.get(IndexLifecycle).rebuild();
    over.abort();
    await working;
    expect([...seen]).toEqual([`200 ${places}`]);
    expect(changes).toBeGreaterThan(3);
    await expectInSync(directory);
  }, 180_000);
});
