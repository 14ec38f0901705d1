import { ReadDatabase } from '../../src/database/read-database.js';
import { CacheVersions } from '../../src/response-cache/dependencies.js';
import { cacheOn } from '../support/directory.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

const created = (ms: number) => new Date(1_700_000_000_000 + ms);
const ofMaria = (id: string, ms: number) => ({ id, userId: 'maria', placeId: 'masp', created: created(ms) });

const lists = [
  {
    list: 'checkins',
    key: 'source',
    newestFirst: [undefined, 'first', 'second', 'web'],
    required: ['creation', 'place'],
    found: 7,
    fl: 'place.name,creation.created',
    fields: { creation: { created: created(1).getTime() }, place: { name: 'MASP' } },
  },
  {
    list: 'reviews',
    key: 'id',
    newestFirst: ['B', 'a', 'b', 'c'],
    required: ['id', 'link', 'creation', 'place'],
    found: 5,
    fl: 'text',
    fields: { id: 'c', text: 'Três <b>pisos</b> & um vão' },
  },
];

describe('check-ins and reviews', () => {
  const { directory, tokens, get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
    users: [
      aUser({ id: 'maria', name: 'Maria São' }),
      aUser({ id: 'small', photoMedium: null }),
      aUser({ id: 'large', photoMedium: null, photoSmall: null }),
      aUser({ id: 'original', photoMedium: null, photoSmall: null, photoLarge: null }),
    ],
    places: [
      aPlace({ id: 'masp', name: 'MASP', names: [{ text: 'São Paulo Museum of Art', language: 'en' }] }),
      aPlace({ id: 'quiet' }),
    ],
    checkins: [
      aCheckin({ ...ofMaria('c1', 1), source: 'web' }),
      aCheckin({ ...ofMaria('b', 2), source: 'second' }),
      aCheckin({ ...ofMaria('a', 2), source: 'first' }),
      aCheckin({ ...ofMaria('C', 2), source: null }),
      ...['small', 'large', 'original'].map((userId) => aCheckin({ userId, placeId: 'masp', created: created(0) })),
    ],
    reviews: [
      aReview({ ...ofMaria('c', 1), text: 'Três <b>pisos</b> & um vão', rating: '4.5' }),
      aReview({ ...ofMaria('b', 2), rating: '5', thumbsUp: 0 }),
      aReview(ofMaria('a', 2)),
      aReview({ ...ofMaria('B', 2), text: null, source: null, rating: null, thumbsUp: null }),
      aReview({ id: 'other', userId: 'small', placeId: 'masp', created: created(0) }),
    ],
    tokens: ['maria'],
  });

  describe.each(lists)('GET /v2/users/{userId}/places/$list and /v2/places/{placeId}/$list', (expected) => {
    const { list } = expected;
    const results = list === 'reviews' ? 'reviewResults' : 'checkinResults';

    /** Reads a list. @returns its header and its entries */
    const read = async (path: string, token?: string) => {
      const { body } = await (token === undefined ? get(path) : directory.get(path, token));
      return { header: body[results].header as object, entries: body[results][list] as Record<string, unknown>[] };
    };

    it('returns those of a user', async () => {
      await expectGoldenFormats(get, `/v2/users/maria/places/${list}?rows=2&start=2`, list);
    });

    it('lists the newest first, equal times by identifier in code point order', async () => {
      const { entries } = await read(`/v2/users/maria/places/${list}`);
      expect(entries.map((entry) => entry[expected.key])).toEqual(expected.newestFirst);
    });

    it('omits unknown fields', async () => {
      const { entries } = await read(`/v2/users/maria/places/${list}?rows=1`);
      expect(Object.keys(entries[0] ?? {})).toEqual(expected.required);
    });

    it('resolves me, and denies me to an application token', async () => {
      expect((await read(`/v2/users/me/places/${list}`, tokens.maria)).entries).toHaveLength(4);
      expect((await get(`/v2/users/me/places/${list}`)).status).toBe(403);
    });

    it('returns those of a place', async () => {
      const { header, entries } = await read(`/v2/places/masp/${list}?rows=4`);
      expect(header).toMatchObject({ found: expected.found, rows: 4, start: 0 });
      expect(entries).toEqual((await read(`/v2/users/maria/places/${list}`)).entries);
    });

    it('returns an empty list for a quiet place, and 404 for an unknown place or user', async () => {
      const quiet = await get(`/v2/places/quiet/${list}`);
      expect(quiet.body).toEqual({ [results]: { header: { found: 0, rows: 10, start: 0 }, [list]: [] } });
      const place = await get(`/v2/places/nowhere/${list}`);
      expect([place.status, place.body.code]).toEqual([404, 'place_not_found']);
      const user = await get(`/v2/users/nobody/places/${list}`);
      expect([user.status, user.body.code]).toEqual([404, 'user_not_found']);
    });

    it('returns only the fields of fl', async () => {
      const { entries } = await read(`/v2/users/maria/places/${list}?rows=1&start=3&fl=${expected.fl}`);
      expect(entries).toEqual([expected.fields]);
    });

    it('names the place in the language of the reader', async () => {
      for (const owner of ['users/maria/places', 'places/masp']) {
        const { headers } = await get(`/v2/${owner}/${list}`);
        expect(headers.get('vary')).toContain('Accept-Language');
        const { entries } = await read(`/v2/${owner}/${list}?rows=1&fl=place.name&lang=en-GB`);
        expect(entries).toMatchObject([{ place: { name: 'São Paulo Museum of Art' } }]);
      }
    });
  });

  describe('a check-in', () => {
    it('has one photo of its author: medium, else small, else large, else none', async () => {
      const { body } = await get('/v2/places/masp/checkins?start=3');
      const photos = body.checkinResults.checkins.map(({ creation }: { creation: { author: { photo?: string } } }) => [
        creation.author.photo,
      ]);
      expect(photos).toEqual([
        ['https://img.example.org/maria/medium.jpg'],
        ['https://img.example.org/small/small.jpg'],
        ['https://img.example.org/large/large.jpg'],
        [undefined],
      ]);
    });

    it('links its place', async () => {
      const { body } = await get('/v2/users/maria/places/checkins?rows=1');
      const { rel, uri } = body.checkinResults.checkins[0].place.link;
      expect(rel).toBe('/linkrels/search/getByPlaceId');
      expect((await get(new URL(uri as string).pathname)).body.place.name).toBe('MASP');
    });
  });

  describe('GET /v2/reviews/{reviewId}', () => {
    it('returns the review as the lists do', async () => {
      const list = await get('/v2/users/maria/places/reviews?start=3');
      const { body } = await expectGoldenFormats(get, '/v2/reviews/c', 'review');
      expect(body).toEqual({ review: list.body.reviewResults.reviews[0] });
      const english = await get('/v2/reviews/c', { 'Accept-Language': 'fr, en;q=0.5' });
      expect(english.body.review.place.name).toBe('São Paulo Museum of Art');
    });

    it('returns times before 1970 as negative numbers, in both formats', async () => {
      const times = ['1969-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'].map((time) => new Date(time));
      const reviews = times.map((time) => aReview({ userId: 'large', placeId: 'old', created: time }));
      await directory.add({ places: [aPlace({ id: 'old' })], reviews });
      const json = await get('/v2/places/old/reviews');
      const found = json.body.reviewResults.reviews as { creation: { created: number } }[];
      expect(found.map(({ creation }) => creation.created)).toEqual(times.map(Number));
      const xml = await get('/v2/places/old/reviews?wt=xml');
      expect(await readXml(xml.text, json.body)).toEqual(json.body);
    });
  });
});

describe('GET /v2/categories and /v2/categories/{categoryId}', () => {
  const { directory, get } = useDirectory({ env: { PUBLIC_URL: 'https://places.example.org' } });

  beforeAll(async () => {
    await directory.source.query(`
      INSERT INTO categories VALUES ('7', 'Água'), ('10', 'agua'), ('3', 'Bares'), ('1', 'Zoológicos'), ('2', 'abrigo');
      INSERT INTO subcategories VALUES ('3', '302', 'Botecos'), ('3', '301', 'Adegas'), ('3', '303', 'ádegas'),
        ('3', '30', 'ADEGAS')`);
  });

  it('returns categories and subcategories by folded name, then identifier', async () => {
    const { body } = await expectGoldenFormats(get, '/v2/categories', 'categories');
    expect(body.categoryResults.categories.map(({ id }: { id: string }) => id)).toEqual(['2', '10', '7', '3', '1']);
  });

  it('returns one category with its subcategories in order', async () => {
    await expectGoldenFormats(get, '/v2/categories/3', 'category');
  });

  it('pages the list', async () => {
    const { body } = await get('/v2/categories?rows=2&start=2');
    expect(body.categoryResults.header).toEqual({
      found: 5,
      rows: 2,
      start: 2,
      next: 'https://places.example.org/v2/categories?rows=2&start=4',
      previous: 'https://places.example.org/v2/categories?rows=2&start=0',
    });
    expect(body.categoryResults.categories.map(({ id }: { id: string }) => id)).toEqual(['7', '3']);
  });

  it('accepts up to 1,000 rows', async () => {
    expect((await get('/v2/categories?rows=1000')).status).toBe(200);
    const { status, body } = await get('/v2/categories?rows=1001');
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { parameter: 'rows', value: '1001', reason: 'is out of range', allowed: ['an integer, 1 to 1000'] },
    ]);
  });

  it('returns 404 for an unknown category, and for a subcategory', async () => {
    for (const id of ['nothing', '301']) {
      const { status, body } = await get(`/v2/categories/${id}`);
      expect([status, body.code]).toEqual([404, 'category_not_found']);
    }
  });

  it('accepts fl, for the list and single categories', async () => {
    const list = await get('/v2/categories?rows=1&start=3&fl=subcategories.name');
    const subcategories = ['ADEGAS', 'Adegas', 'ádegas', 'Botecos'].map((name) => ({ name }));
    expect(list.body.categoryResults.categories).toEqual([{ id: '3', subcategories }]);
    const one = await get('/v2/categories/3?fl=name');
    expect(one.body).toEqual({ category: { id: '3', name: 'Bares' } });
  });
});

describe('requests for categories that differ', () => {
  const { directory, get } = useDirectory({ env: cacheOn });

  it('read the categories once, until they change', async () => {
    const idsOf = async (query: string): Promise<string[]> => {
      const { body } = await get(`/v2/categories?${query}`);
      return body.categoryResults.categories.map(({ id }: { id: string }) => id);
    };
    await directory.source.query("INSERT INTO categories VALUES ('1', 'Bars'), ('2', 'Cafés')");
    await waitUntil(async () => (await idsOf('rows=7')).length === 2, NOTIFICATION_SECONDS);
    // Somebody who reads the table now waits for the lock.
    const blocker = directory.source.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE subcategories');
    for (let start = 0; start < 20; start += 1) {
      expect(await idsOf(`start=${start}&fl=name,id&x=${start}`)).toEqual(['1', '2'].slice(start));
    }
    await blocker.query("INSERT INTO categories VALUES ('3', 'Airports')");
    await blocker.commitTransaction();
    await blocker.release();
    await waitUntil(async () => (await idsOf('x=after')).join() === '3,1,2', NOTIFICATION_SECONDS);
  });

  it('read them once at the same time', async () => {
    // A version that nothing is cached of.
    const versions = jest.spyOn(directory.app.get(CacheVersions), 'of').mockReturnValue('new');
    const statement = jest.spyOn(directory.app.get(ReadDatabase), 'query');
    await Promise.all(Array.from({ length: 30 }, (_, n) => get(`/v2/categories?y=${n}`)));
    versions.mockRestore();
    expect(statement.mock.calls.filter(([text]) => text.includes('FROM categories'))).toHaveLength(1);
    statement.mockRestore();
  });
});
