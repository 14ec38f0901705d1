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
      expect(text + (headers.get('link') ?? '')).not.toMatch(/secret|access_token/);
    });

    it('has the same links in the Link header', async () => {
      const { headers } = await directory.get(`${list}?rows=5&start=3`, tokens.application);
      const links = Object.entries({ first: 0, prev: 0, next: 8, last: 18 });
      expect(headers.get('link')).toBe(
        links.map(([rel, start]) => `<${address(`?rows=5&start=${start}`)}>; rel="${rel}"`).join(', '),
      );
    });
  });
});
