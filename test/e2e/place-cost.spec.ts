import { Directory } from '../support/directory.js';
import { aPlace } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { describeOverRhodeIsland, importRhodeIsland } from '../support/rhode-island.js';
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

describeOverRhodeIsland('the cost of a search', () => {
  const { directory, tokens, get } = useDirectory({
    env: { SEARCH_TIMEOUT: String(LIMIT) },
    places: [forno],
    fill: importRhodeIsland,
    tokens: ['application'],
  });

  it.each(Object.entries(HEAVY))('is bounded: %s', async (_, query) => {
    const began = performance.now();
    const { status } = await get(`/v2/places?${query}`);
    expect([200, 503]).toContain(status);
    // Without limits these take minutes.
    expect(performance.now() - began).toBeLessThan(LIMIT + 3000);
  });

  it.each([
    ['hotel', 'Hotels & Motels'],
    ['pharmacy', 'Pharmacy'],
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
        Array.from({ length: 16 }, (_, at) =>
          at % 2 === 0
            ? hasty.get(`/v2/places?${HEAVY['everything at once'] ?? ''}`, tokens.application)
            : hasty.get('/v2/places?q=inc', tokens.application),
        ),
      );
      expect(responses.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
      for (const { status, body, headers } of responses) {
        if (status === 503) expect([body.code, headers.get('retry-after')]).toEqual(['search_unavailable', '1']);
        else expect(status).toBe(200);
      }
      const plain = responses.filter((_, at) => at % 2 === 1);
      await waitUntil(async () => {
        plain.push(await hasty.get('/v2/places?q=inc', tokens.application));
        return plain.at(-1)?.status === 200;
      });
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
