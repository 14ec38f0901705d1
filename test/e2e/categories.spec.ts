import { expectGoldenFormats } from '../support/golden.js';
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
