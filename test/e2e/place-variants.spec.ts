import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const library = [{ id: 'education', name: 'Education', subcategory: { id: 'library', name: 'Library' } }];
const pharmacy = [{ id: 'health', name: 'Farmácia' }];

const places = [
  aPlace({ id: 'exact', name: 'Libraries United' }),
  aPlace({ id: 'name', name: 'Westerly Library' }),
  aPlace({ id: 'category', name: 'Athenaeum', categories: library, statistics: { pageviews: '90000', rating: '5' } }),
  aPlace({ id: 'station', name: 'Estação da Luz' }),
  aPlace({ id: 'hotels', name: 'Hotéis do Mar' }),
  aPlace({ id: 'doctor', name: 'Médico Silva' }),
  aPlace({ id: 'drugs', name: 'Hudson', categories: pharmacy }),
  aPlace({ id: 'drugstore', name: 'Hope Drugstore', categories: pharmacy }),
  aPlace({ id: 'petrol', name: 'Shell', categories: [{ id: 'fuel', name: 'Fuel & Gas Station' }] }),
  aPlace({ id: 'gas', name: 'Gas Works', address: { street: 'Station Rd' } }),
  aPlace({ id: 'avenue', name: 'Loja', address: { street: 'Avenida Brasil', number: '1200' } }),
  aPlace({ id: 'street', name: 'Shop', address: { street: 'Thayer St', number: '1' } }),
  aPlace({ id: 'burgers', name: "McDonald's" }),
  aPlace({ id: 'convenience', name: '7-Eleven' }),
  aPlace({ id: 'bank', name: 'H.S.B.C.' }),
  aPlace({ id: 'dancing', name: 'Caribe Nightclub' }),
  aPlace({ id: 'aid', name: 'Rite Aid' }),
  aPlace({ id: 'riteaid', name: 'Riteaid Store' }),
  aPlace({ id: 'cvs', name: 'CVS/corner' }),
  aPlace({ id: 'donuts', name: "Dunkin' Donuts" }),
  aPlace({ id: 'papa', name: "Papa Gino's" }),
  aPlace({ id: 'eleven', name: '11 Onze' }),
  aPlace({ id: 'vegetarian', name: 'Green Table', categories: [{ id: 'veg', name: 'Vegetarian' }] }),
  aPlace({ id: 'regan', name: 'Regan Stacey Cakes', categories: [{ id: 'food', name: 'Food' }] }),
];

/** Inflections, synonyms and other ways to write a name count as the words typed (docs/query-language.md). */
describe('variants of words', () => {
  const { get, ids } = useDirectory({ places });

  it('find plurals and singulars: words of the name as typed first', async () => {
    const [first, ...others] = await ids({ q: 'libraries' });
    expect(first).toBe('exact');
    expect(others).toHaveLength(2);
    expect(others).toEqual(expect.arrayContaining(['name', 'category']));
    expect((await ids({ q: 'library' }))[0]).toBe('name');
  });

  it.each([
    ['estacoes', ['station']],
    ['estações', ['station']],
    ['hotel', ['hotels']],
    ['medicos', ['doctor']],
    ['drugstores', ['drugstore', 'drugs']],
    ['drug store', ['drugstore', 'drugs']],
    ['farmacia', ['drugs', 'drugstore']],
    ['gas stations', ['petrol', 'gas']],
    ['petrol station', ['petrol']],
    ['postos de gasolina', ['petrol']],
    ['av brasil', ['avenue']],
    ['av. brasil 1200', ['avenue']],
    ['1200 avenida brasil', ['avenue']],
    ['thayer street', ['street']],
    ['1 thayer st', ['street']],
    ['mc donalds', ['burgers']],
    ['mc donald', ['burgers']],
    ['7 eleven', ['convenience']],
    ['7eleven', ['convenience']],
    ['hsbc', ['bank']],
    ['night clubs', ['dancing']],
    ['riteaid', ['aid', 'riteaid']],
    ['rite aid', ['aid', 'riteaid']],
    ['dunkindonuts', ['donuts']],
    ['papaginos', ['papa']],
    ['11onze', ['eleven']],
    ['cvscorner', ['cvs']],
  ])('%s', async (q, expected) => {
    const { body } = await get(`/v2/places?${new URLSearchParams({ q }).toString()}`);
    expect(body.results.header.match).toBeUndefined();
    expect(body.results.places.map(({ id }: { id: string }) => id).sort()).toEqual([...expected].sort());
  });

  it('take words that have synonyms for written right: vegan food is no cake of Regan', async () => {
    expect(await ids({ q: 'vegan food', match: 'corrected' })).toEqual([]);
    expect(await ids({ q: 'vegan' })).toEqual(['vegetarian']);
    expect(await ids({ q: 'rogan food', match: 'corrected' })).toEqual(['regan']);
    // In a name, known words may be wrong.
    expect(await ids({ q: 'nite aid', match: 'corrected' })).toEqual(['aid']);
    expect(await ids({ q: 'green cable', match: 'corrected' })).toEqual(['vegetarian']);
    expect(await ids({ q: 'vegan stacey', match: 'corrected' })).toEqual(['regan']);
  });

  it('do not count with match=exact', async () => {
    expect(await ids({ q: 'libraries', match: 'exact' })).toEqual(['exact']);
    expect(await ids({ q: 'drug store', match: 'exact' })).toEqual([]);
  });

  it('count on all pages of a cursor, and beside corrected words', async () => {
    const { body } = await get('/v2/places?q=libraries&rows=2&cursorMark=*');
    const mark = encodeURIComponent(body.results.header.nextCursorMark);
    expect(body.results.header.found).toBe(3);
    const { body: next } = await get(`/v2/places?q=libraries&rows=2&cursorMark=${mark}`);
    expect(next.results.places).toHaveLength(1);
    expect(await ids({ q: 'libraries westerrly' })).toEqual(['name']);
  });
});
