import { type PlaceRecord } from '../../src/places/place.js';

/** What the names of Rhode Island lack: accents in both forms, quotes, signs, keywords of the query language. */
const NAMES = [
  'Café São João',
  'Cafe\u0301 Sa\u0303o Joa\u0303o',
  'Øster Æbelø Straße',
  'Łódź þing đakovo',
  'AND OR NOT TO',
  '"Quoted" \\ back*slash?',
  '(Parenthesis) [Bracket] {Brace}',
  "L'Été d’Angelo",
  'a:b field:value',
  '50% – half & half',
  'ÇA VA? ça va! Ca Va',
  'name:x AND id:1',
];

const COUNTRIES = ['BR', 'br', 'Brésil', undefined];
const CITIES = ['São Paulo', 'Sao Paulo', 'SÃO PAULO', 'OR', 'Niterói', undefined];
const HOURS = ['24/7', 'Mo-Fr 08:00-18:00; Sa "by appointment"', undefined];

/** Poles, antimeridian, meridian and equator, and points just beside them. */
const EDGES = [
  ['90', '0'],
  ['90', '-180'],
  ['-90', '180'],
  ['-90', '12.5'],
  ['89.999999', '77.7'],
  ['-89.999999', '-77.7'],
  ['0', '180'],
  ['0', '-180'],
  ['0.000001', '179.999999'],
  ['-0.000001', '-179.999999'],
  ['10.5', '179.5'],
  ['10.5', '-179.5'],
  ['-16.5', '180'],
  ['-16.5', '-180'],
  ['0', '0'],
  ['-0.000001', '0.000001'],
  ['85', '170'],
  ['-85', '-170'],
] as const;

/** Sixty places with values that Rhode Island lacks. Every optional field is absent somewhere. */
export const SYNTHETIC_PLACES: readonly PlaceRecord[] = Array.from({ length: 60 }, (_, at): PlaceRecord => {
  const pick = <T>(values: readonly T[], stride = 1): T => values[Math.floor(at / stride) % values.length] as T;
  const [lat, lng] = pick(EDGES);
  const [country, city, openingHours] = [pick(COUNTRIES), pick(CITIES), pick(HOURS)];
  const statistics = {
    ...(at % 2 === 0 && { pageviews: String(at * 1000) }),
    ...(at % 3 === 0 && { rating: pick(['0', '4.50', '5', '3.1']) }),
    ...(at % 4 === 0 && { checkins: '0', photos: '9007199254740991' }),
  };
  return {
    id: `${at % 2 === 0 ? 'Syn' : 'syn'}-${at}`,
    name: pick(NAMES),
    ...(at % 4 === 1 && {
      names: [
        { text: pick(NAMES, 3), language: pick(['pt', 'zh-Hant']) },
        { text: 'Mercado Novo', type: 'old' },
      ],
    }),
    ...(at % 5 === 2 && { brand: pick(['Pão de Açúcar', 'SHELL', 'Shell']) }),
    phones: at % 3 === 0 ? [] : [`5511${at}`, '551130000000'].slice(0, at % 3),
    ...(at % 5 === 0 && { urlService: `https://example.com/Menu?lang=pt&n=${at}*(x)` }),
    ...(at % 7 !== 0 && {
      address: {
        ...(country !== undefined && { country }),
        ...(city !== undefined && { city }),
        ...(at % 2 === 0 && { district: pick(['Bela Vista', 'Centro Histórico', 'bela vista'], 2) }),
      },
    }),
    ...(at % 6 !== 5 && { location: { lat, lng } }),
    categories: [
      { id: 'Food', name: 'Comida', subcategory: { id: 'food.Pão', name: 'Pão de Queijo' } },
      { id: 'food.Pão', name: 'Padaria' },
      { id: 'x', name: 'X', subcategory: { id: 'Food', name: 'food' } },
    ].slice(at % 4, (at % 4) + 2),
    ...(Object.keys(statistics).length > 0 && { statistics }),
    ...(at % 8 === 0 && { featured: { photo: { medium: 'https://example.com/p.jpg' } } }),
    ...(at % 9 === 0 && { placeLists: [{ id: '5' }, { id: 'Ünïque' }] }),
    ...(at % 10 === 0 && { utilities: [{ id: 'U', name: 'Ver Ofertas' }] }),
    ...(openingHours !== undefined && { openingHours }),
  };
});
