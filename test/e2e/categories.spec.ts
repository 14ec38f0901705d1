import { Directory } from '../support/directory.js';
import { expectGolden } from '../support/golden.js';
import { readXml } from '../support/xml.js';

describe('GET /v2/categories and /v2/categories/{categoryId}', () => {
  let directory: Directory;
  let application: string;

  beforeAll(async () => {
    directory = await Directory.start({ PUBLIC_URL: 'https://places.example.org' });
    await directory.source.query(`
      INSERT INTO categories VALUES ('7', 'Água'), ('10', 'agua'), ('3', 'Bares'), ('1', 'Zoológicos'), ('2', 'abrigo');
      INSERT INTO subcategories VALUES ('3', '302', 'Botecos'), ('3', '301', 'Adegas'), ('3', '303', 'ádegas'),
        ('3', '30', 'ADEGAS')`);
    application = await directory.token();
  });

  afterAll(() => directory.stop());

  it('returns categories and subcategories by folded name, then identifier', async () => {
    const { status, text, body } = await directory.get('/v2/categories', application);
    expect(status).toBe(200);
    expect(body.categoryResults.categories.map(({ id }: { id: string }) => id)).toEqual(['2', '10', '7', '3', '1']);
    expectGolden('categories.json', text);
  });

  it('returns the same in XML', async () => {
    const json = await directory.get('/v2/categories', application);
    const xml = await directory.get('/v2/categories/?wt=xml', application);
    expectGolden('categories.xml', xml.text);
    expect(await readXml(xml.text, json.body)).toEqual(json.body);
  });

  it('returns one category with its subcategories in order', async () => {
    const json = await directory.get('/v2/categories/3', application);
    expectGolden('category.json', json.text);
    const xml = await directory.get('/v2/categories/3', application, { Accept: 'application/xml' });
    expectGolden('category.xml', xml.text);
    expect(await readXml(xml.text, json.body)).toEqual(json.body);
  });

  it('pages the list', async () => {
    const { body } = await directory.get('/v2/categories?rows=2&start=2', application);
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
    expect((await directory.get('/v2/categories?rows=1000', application)).status).toBe(200);
    const { status, body } = await directory.get('/v2/categories?rows=1001', application);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { parameter: 'rows', value: '1001', reason: 'is out of range', allowed: ['an integer, 1 to 1000'] },
    ]);
  });

  it('returns 404 for an unknown category, and for a subcategory', async () => {
    for (const id of ['nothing', '301']) {
      const { status, body } = await directory.get(`/v2/categories/${id}`, application);
      expect([status, body.code]).toEqual([404, 'category_not_found']);
    }
  });

  it('accepts fl, for the list and single categories', async () => {
    const list = await directory.get('/v2/categories?rows=1&start=3&fl=subcategories.name', application);
    const subcategories = ['ADEGAS', 'Adegas', 'ádegas', 'Botecos'].map((name) => ({ name }));
    expect(list.body.categoryResults.categories).toEqual([{ id: '3', subcategories }]);
    const one = await directory.get('/v2/categories/3?fl=name', application);
    expect(one.body).toEqual({ category: { id: '3', name: 'Bares' } });
  });

  it('requires a token', async () => {
    expect((await directory.get('/v2/categories')).status).toBe(401);
    expect((await directory.get('/v2/categories/3')).status).toBe(401);
  });
});
