import { Client } from 'pg';
import { type Answer } from '../support/directory.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const total = 23;
const created = (at: number) => new Date(1_700_000_000_000 + at);

/** Three items of each time, so that the identifier has to break ties. */
const timeOf = (at: number) => created(Math.floor(at / 3));

describe('paging through a list', () => {
  const numbers = Array.from({ length: total }, (_, at) => at);
  const shared = { userId: 'maria', placeId: 'masp' };
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria' }), ...numbers.map((at) => aUser({ id: `u${at}` }))],
    follows: numbers.flatMap((at) => [
      { followerId: 'maria', followingId: `u${at}`, created: timeOf(at) },
      { followerId: `u${at}`, followingId: 'maria', created: timeOf(at) },
    ]),
    places: [aPlace({ id: 'masp' })],
    checkins: numbers.map((at) => aCheckin({ ...shared, id: `u${at}`, source: `u${at}`, created: timeOf(at) })),
    reviews: numbers.map((at) => aReview({ ...shared, id: `u${at}`, created: timeOf(at) })),
    tokens: ['application'],
  });

  interface Results {
    header: { found: number; rows: number; start: number; next?: string; previous?: string };
    items: string[];
  }

  function read({ body }: Pick<Answer, 'body'>): Results {
    const [{ header, ...lists }] = Object.values(body as object) as [Results & Record<string, unknown>];
    const [found] = Object.values(lists) as { id?: string; source: string }[][];
    return { header, items: (found ?? []).map(({ id, source }) => id ?? source) };
  }

  /** By the documented rule: newest first, then by identifier in code point order. */
  const expected = Array.from({ length: total }, (_, at) => at)
    .sort((a, b) => timeOf(b).getTime() - timeOf(a).getTime() || (`u${a}` < `u${b}` ? -1 : 1))
    .map((at) => `u${at}`);

  describe.each([
    '/v2/users/maria/following',
    '/v2/users/maria/followers',
    '/v2/users/maria/places/checkins',
    '/v2/users/maria/places/reviews',
    '/v2/places/masp/checkins',
    '/v2/places/masp/reviews',
  ])('%s', (list) => {
    const get = async (query: string) => read(await directory.get(`${list}${query}`, tokens.application));
    const address = (query: string) => `${directory.url}${list}${query}`;

    async function followLinks(from: string, direction: 'next' | 'previous'): Promise<string[][]> {
      const pages: string[][] = [];
      for (let at: string | undefined = from; at !== undefined;) {
        const { header, items } = await get(at);
        pages.push(items);
        at = header[direction]?.slice(`${directory.url}${list}`.length);
        if (pages.length > total) throw new Error('The links form a circle');
      }
      return pages;
    }

    it('has ten rows from the start by default', async () => {
      const { header, items } = await get('');
      expect(header).toEqual({ found: total, rows: 10, start: 0, next: address('?rows=10&start=10') });
      expect(items).toEqual(expected.slice(0, 10));
    });

    it.each([4, 7, 23])('has every item once and in order by the links next, with %d rows', async (rows) => {
      const pages = await followLinks(`?rows=${rows}`, 'next');
      expect(pages.flat()).toEqual(expected);
      expect(pages).toHaveLength(Math.ceil(total / rows));
    });

    it('has every item by the links previous', async () => {
      expect((await followLinks('?rows=5&start=20', 'previous')).reverse().flat()).toEqual(expected);
    });

    it.each([23, Number.MAX_SAFE_INTEGER])('is an empty 200 with start=%d', async (start) => {
      const answer = await directory.get(`${list}?start=${start}`, tokens.application);
      expect(answer.status).toBe(200);
      const { header, items } = read(answer);
      expect([header.found, header.start, items]).toEqual([total, start, []]);
    });

    it('keeps the path and all parameters in its links', async () => {
      const answer = await directory.get(
        `${list}/?&z=%C3%A9%20%2B&start=2&fq=a:%22b%22&fq=c&empty&wt=json&rows=3`,
        tokens.application,
      );
      const kept = (start: number) =>
        `${directory.url}${list}/?z=%C3%A9%20%2B&start=${start}&fq=a%3A%22b%22&fq=c&empty=&wt=json&rows=3`;
      expect(read(answer).header).toMatchObject({ next: kept(5), previous: kept(0) });
      expect(answer.headers.get('x-ignored-parameters')).toBe('z,fq,empty');
    });

    it('never has an access token in a link, not even an ignored one', async () => {
      const { text, headers } = await directory.get(`${list}?access_token=secret&rows=2&start=2`, tokens.application);
      expect(headers.get('link')).toContain(address('?rows=2&start=4'));
      expect([text, headers.get('link')].join()).not.toMatch(/secret|access_token/);
    });

    it('has the same links in the Link header', async () => {
      const { headers } = await directory.get(`${list}?rows=5&start=3`, tokens.application);
      const links = Object.entries({ next: 8, prev: 0, first: 0, last: 18 });
      expect(headers.get('link')).toBe(
        links.map(([rel, start]) => `<${address(`?rows=5&start=${start}`)}>; rel="${rel}"`).join(', '),
      );
    });
  });
});

const count = 1500;
const rows = 50;

/** Several times of creation, each shared by many rows. */
const time = "timestamptz '2024-01-01' + make_interval(secs => n / 600)";

/** The path of each list, its table, the condition that selects its rows, and the column that identifies them. */
const lists = {
  following: ['/v2/users/hub/following', 'follows', "follower_id = 'hub'", 'following_id'],
  followers: ['/v2/users/hub/followers', 'follows', "following_id = 'hub'", 'follower_id'],
  'check-ins of a user': ['/v2/users/hub/places/checkins', 'checkins', "user_id = 'hub'", 'id'],
  'check-ins at a place': ['/v2/places/masp/checkins', 'checkins', "place_id = 'masp'", 'id'],
  'reviews of a user': ['/v2/users/hub/places/reviews', 'reviews', "user_id = 'hub'", 'id'],
  'reviews of a place': ['/v2/places/masp/reviews', 'reviews', "place_id = 'masp'", 'id'],
} as const;

type Name = keyof typeof lists;

const names = Object.keys(lists) as Name[];

interface List {
  header: { found: number };
  users?: { id: string }[];
  /** Responses show no identifier of check-ins. In this suite the source equals it. */
  checkins?: { source: string }[];
  reviews?: { id: string }[];
}

/** Responses are not cached here. */
describe('long lists', () => {
  const fill = [
    `INSERT INTO users (id, name) SELECT 'u' || n, 'User' FROM generate_series(1, ${count}) n`,
    `INSERT INTO follows (follower_id, following_id, created)
       SELECT 'hub', 'u' || n, ${time} FROM generate_series(1, ${count}) n
       UNION ALL SELECT 'u' || n, 'hub', ${time} FROM generate_series(1, ${count}) n`,
    ...['checkins', 'reviews'].map(
      (table) => `INSERT INTO ${table} (id, source, user_id, place_id, created)
          SELECT 'a' || n, 'a' || n, 'hub', 'masp', ${time} FROM generate_series(1, ${count}) n`,
    ),
  ];
  const { directory, get } = useDirectory({
    env: { RESPONSE_CACHE_SIZE: '0' },
    users: [aUser({ id: 'hub' })],
    places: [aPlace({ id: 'masp' })],
  });

  beforeAll(async () => {
    for (const statement of fill) await directory.source.query(statement);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const page = async (name: Name, start: number): Promise<{ found: number; ids: string[] }> => {
    const { status, body } = await get(`${lists[name][0]}?rows=${rows}&start=${start}`);
    expect(status).toBe(200);
    const [list] = Object.values(body as Record<string, List>);
    const ids = list?.checkins?.map(({ source }) => source) ?? (list?.users ?? list?.reviews)?.map(({ id }) => id);
    return { found: list?.header.found ?? NaN, ids: ids ?? [] };
  };

  const allIds = async (name: Name): Promise<string[]> => {
    const [, table, owner, id] = lists[name];
    const found = await directory.source.query<{ id: string }[]>(
      `SELECT ${id} AS id FROM ${table} WHERE ${owner} ORDER BY created DESC, ${id} COLLATE "C"`,
    );
    return found.map((row) => row.id);
  };

  /** The statements of `work` that skip rows. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> => {
    const queries = jest.spyOn(Client.prototype, 'query');
    await work();
    const calls = queries.mock.calls as unknown as [
      query: { text?: string; values?: unknown[] } | string,
      parameters?: unknown[],
    ][];
    queries.mockRestore();
    return calls.flatMap(([query, parameters]) => {
      const { text = '', values = parameters ?? [] } = typeof query === 'string' ? { text: query } : query;
      return text.includes('OFFSET') ? [{ text, values }] : [];
    });
  };

  it.each(names)('show each row once when all pages are read in order: %s', async (name) => {
    const ids: string[] = [];
    for (let start = 0; start < count; start += rows) ids.push(...(await page(name, start)).ids);
    expect(ids).toEqual(await allIds(name));
  });

  it.each(names)('read no rows for a page beyond the end: %s', async (name) => {
    const [, table] = lists[name];
    const statements = await statementsOf(async () => {
      for (const start of [1_000_000, count]) expect(await page(name, start)).toEqual({ found: count, ids: [] });
    });
    expect(statements.map(({ values }) => values[2])).toEqual([1_000_000, count]);
    for (const { text, values } of statements) {
      const plan = await directory.source.query<object[]>(`EXPLAIN (ANALYZE, COSTS OFF) ${text}`, values);
      expect(JSON.stringify(plan)).toMatch(new RegExp(`Scan [^"]*${table} \\(never executed\\)`));
    }
  });

  it('show a row that was inserted before the page at once', async () => {
    await page('following', 1100);
    await directory.source.query(`INSERT INTO follows VALUES ('hub', 'hub', now())`);
    const next = await page('following', 1150);
    expect(next).toEqual({ found: count + 1, ids: (await allIds('following')).slice(1150, 1200) });
  });
});
