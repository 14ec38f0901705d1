import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const places = [
  aPlace({
    id: 'brasilia',
    name: 'Torre',
    address: { district: 'Zona Cívico-Administrativa', city: 'Embu-Guaçu', zipcode: '72000-123' },
  }),
  aPlace({ id: 'cinema', name: 'Estrela', categories: [{ id: '1', name: 'Drive-in Theater' }] }),
  aPlace({ id: 'snacks', name: 'Lanches', categories: [{ id: '2', name: 'Fast Food' }] }),
  aPlace({ id: 'bar', name: 'Esquina', categories: [{ id: '3', name: 'Bar/Restaurante' }] }),
  aPlace({ id: 'cafe', name: 'Café/Lanchonete' }),
  aPlace({ id: 'numbers', name: 'Outlet 1,000' }),
  aPlace({ id: 'street', name: 'Loja', address: { street: "Rua D'Ávila" } }),
  aPlace({ id: 'film', name: 'Trattoria 8 ½' }),
  aPlace({ id: 'half', name: '½' }),
  aPlace({ id: 'lake', name: 'Cabana 100 m²' }),
  aPlace({ id: 'coca', name: 'Coca-Cola Store' }),
  aPlace({ id: 'angelo', name: "D'Angelo" }),
  aPlace({ id: 'walmart', name: 'Wal-Mart' }),
  aPlace({ id: 'thru', name: 'Wash Thru' }),
  aPlace({ id: 'joined', name: 'Obrien' }),
  aPlace({ id: 'both', name: "Posto/McDonald's" }),
];

/** All words must match, with any punctuation between them (docs/query-language.md). */
describe('words that punctuation joins or parts', () => {
  const { ids } = useDirectory({ places, env: { SEARCH_SYNONYMS: 'none' } });

  it.each([
    ['zona civico', 'brasilia'],
    ['administrativa', 'brasilia'],
    ['cívico-administrativa', 'brasilia'],
    ['administratva', 'brasilia'],
    ['embu guacu', 'brasilia'],
    ['embuguacu', 'brasilia'],
    ['72000', 'brasilia'],
    ['72000123', 'brasilia'],
    ['drive in theater', 'cinema'],
    ['drive-in', 'cinema'],
    ['drivein theater', 'cinema'],
    ['theatre', 'cinema'],
    ['fast-food', 'snacks'],
    ['Bar/Restaurante', 'bar'],
    ['restaurnte', 'bar'],
    ['lanchonete', 'cafe'],
    ['lanchonte', 'cafe'],
    ['lanchon', 'cafe'],
    ['Café/Lanchonete', 'cafe'],
    ['outlet 1000', 'numbers'],
    ['1,000', 'numbers'],
    ['davila', 'street'],
    ['d avila', 'street'],
    ['Trattoria 8 ½', 'film'],
    ['½ trattoria', 'film'],
    ['trattoria ① ² 8', 'film'],
    ['½', 'half'],
    ['cabana m²', 'lake'],
    ['coca cola', 'coca'],
    ['coca col', 'coca'],
    ['coca colla', 'coca'],
    ['coca-colla', 'coca'],
    ['cocacol', 'coca'],
    ['cocacolla', 'coca'],
    ['cola stor', 'coca'],
    ['angelo', 'angelo'],
    ['angel', 'angelo'],
    ['ange', 'angelo'],
    ['anglo', 'angelo'],
    ['dang', 'angelo'],
    ["d'ang", 'angelo'],
    ["d'anglo", 'angelo'],
    ['wal mar', 'walmart'],
    ['wal-mar', 'walmart'],
    ['walmar', 'walmart'],
    ['wash-thr', 'thru'],
    ['wash-thruu', 'thru'],
    ["o'bri", 'joined'],
    ["o'brian", 'joined'],
    ['mcdonalds', 'both'],
    ['mcdonlds', 'both'],
    ['mcdonald', 'both'],
  ])('%j finds %s', async (q, id) => {
    expect(await ids({ q })).toEqual([id]);
  });

  // Part of one name and part of another, parts joined that a space parts, and two errors.
  it.each(['coca mar', 'coca-mar', 'angelo col', 'colastore', 'washth', 'angola', "l'ang"])(
    '%j finds nothing',
    async (q) => {
      expect(await ids({ q, match: 'corrected' })).toEqual([]);
    },
  );
});
