import { ReadDatabase } from '../../src/database/read-database.js';
import { cacheOn } from '../support/directory.js';
import { expectGoldenFormats } from '../support/golden.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

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
    await waitUntil(async () => (await idsOf('rows=7')).length === 2);
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
    await waitUntil(async () => (await idsOf('x=after')).join() === '3,1,2');
  });

  it('read them once at the same time', async () => {
    await directory.source.query("INSERT INTO categories VALUES ('4', 'Docks')");
    const statement = jest.spyOn(directory.app.get(ReadDatabase), 'query');
    await waitUntil(async () => (await get(`/v2/categories?x=${Math.random()}`)).text.includes('Docks'));
    statement.mockClear();
    await Promise.all(Array.from({ length: 30 }, (_, n) => get(`/v2/categories?y=${n}`)));
    expect(statement.mock.calls.filter(([text]) => text.includes('FROM categories')).length).toBeLessThanOrEqual(1);
  });
});
