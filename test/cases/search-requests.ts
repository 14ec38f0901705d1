import { type LocationParameter } from '../../src/places/query/location.js';

/** Query parameters of a search that is in order; test/golden/search/NAME.json is the body it comes to. */
export interface SearchCase {
  name: string;
  q?: string;
  /** Whether inflections count, as they do unless `match=exact`. */
  inflections?: true;
  fq?: string[];
  facets?: { fields: string[]; limit: number };
  sort?: string;
  location?: Partial<Record<LocationParameter, string>>;
  rows?: number;
  start?: number;
}

const centre = { 'location.lat': '-23.55', 'location.lng': '-46.63' } as const;
const rectangle = {
  'location.nw.lat': '-23.5',
  'location.nw.lng': '-46.7',
  'location.se.lat': '-23.6',
  'location.se.lng': '-46.6',
} as const;

export const searchCases: readonly SearchCase[] = [
  { name: 'everything' },
  { name: 'a-page', rows: 50, start: 10_000 },
  { name: 'one-word', q: 'são' },
  { name: 'two-letters', q: 'sp' },
  { name: 'several-words', q: '  Mercado   Municipal 25 & co. ' },
  { name: 'inflections', q: 'libraries nº 25', inflections: true },
  { name: 'inflections-of-a-word-with-punctuation', q: "d'angelo", inflections: true },
  { name: 'no-inflections-of-chinese', q: '東京', inflections: true },
  { name: 'no-word-at-all', q: '!!!' },
  { name: 'words-in-another-order', q: 'pizza', sort: 'name desc' },
  { name: 'a-filter-as-term', q: 'address.city:"São Paulo"' },
  { name: 'what-only-looks-like-a-filter', q: 'warning:pizza' },
  { name: 'filters', fq: ['address.city:Santos', 'id:1 OR id:2'], sort: 'id' },
  { name: 'words-and-filters', q: 'pizza', fq: ['-address.city:Santos'] },
  {
    name: 'every-kind-of-sort-key',
    sort: 'statistics.rating desc,address.city,name asc,relevance,distance desc',
    location: centre,
  },
  { name: 'sorted-by-id', sort: 'name,id desc' },
  { name: 'facets', sort: 'id', facets: { fields: ['utilities.utility.name', 'address.city'], limit: 25 } },
  { name: 'around-a-point', q: 'hotel', location: { ...centre, 'location.radius': '1500' } },
  { name: 'around-a-point-nearest-first', sort: 'distance', location: { ...centre, 'location.radius': '0050000' } },
  { name: 'a-rectangle', sort: 'name', location: rectangle },
  { name: 'a-rectangle-seen-from-a-point', sort: 'location.distance', location: { ...centre, ...rectangle } },
  {
    name: 'a-rectangle-and-a-circle',
    sort: 'id',
    location: { ...centre, 'location.radius': '100', ...rectangle },
  },
  {
    name: 'a-rectangle-over-the-antimeridian',
    sort: 'id',
    location: { ...rectangle, 'location.nw.lng': '170', 'location.se.lng': '-170' },
  },
  {
    name: 'a-rectangle-that-ends-at-the-antimeridian',
    sort: 'id',
    location: { ...rectangle, 'location.nw.lng': '170', 'location.se.lng': '180' },
  },
  {
    name: 'a-rectangle-that-begins-at-the-antimeridian',
    sort: 'id',
    location: { ...rectangle, 'location.nw.lng': '-180', 'location.se.lng': '-170' },
  },
  {
    name: 'a-rectangle-around-the-world',
    sort: 'id',
    location: {
      'location.nw.lat': '90',
      'location.nw.lng': '-180',
      'location.se.lat': '-90',
      'location.se.lng': '180',
    },
  },
];
