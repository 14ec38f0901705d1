import { parseFacets, parseSort } from '../query/selection.js';
import { parseFilters } from '../query/parse-filter.js';
import { type SearchRequest } from '../query/search-request.js';
import { type Where } from '../words/where.js';
import { parseLine } from '../query/geometry.js';
import { lineFilter } from './location-filters.js';
import { correctedWordsOf } from '../suggestions/suggest-query.js';
import { searchCost, suggestCost, suggestCountCost, tileCost, totalCost } from './cost.js';

const usual: SearchRequest = { filters: [], sort: [], rows: 10, start: 0 };

const words = (text: string): SearchRequest => ({ ...usual, term: { type: 'words', text } });

/** All of `q` names an area, so that all its places are found. */
const brazil: Where = {
  area: { type: 'country', name: 'BR', key: 'br', parentKeys: [], places: 9, ids: ['br'], radius: 0 },
  words: 'brazil',
  relation: 'preferred',
};

const world = { north: 90, south: -90, west: -180, east: 180 };

function valueOf<T>(result: { ok: true; value: T } | { ok: false }): T {
  if (!result.ok) throw new Error('invalid');
  return result.value;
}

const facets = { fields: valueOf(parseFacets('address.city,address.state')), limit: 10 };

const sort = valueOf(parseSort('address.city,name,id', { hasCentre: false }));

/** A line that is about as long as it may be, and narrow: its outline has thousands of vertices. */
const line = { points: valueOf(parseLine('41,-100;41,-45')), radius: 1 };

const polygon = Array.from({ length: 100 }, (_, index) => ({ lat: index, lng: index ** 2 }));
describe('searchCost', () => {
  it.each<[string, SearchRequest]>([
    ['one word', words('pizza')],
    ['filters', { ...usual, filters: valueOf(parseFilters(['address.city:Santos', 'statistics.rating:[4 TO *]'])) }],
    ['a rectangle', { ...usual, rectangle: world }],
    ['the tenth page', { ...usual, start: 90 }],
  ])('is at most 1 for %s', (_, request) => {
    expect(totalCost(searchCost(request))).toBeLessThanOrEqual(1);
  });

  it.each<[string, SearchRequest, Record<string, number>]>([
    ['facets', { ...usual, facets }, { 'facet.field': 3 }],
    ['facets with words', { ...words('pizza'), facets }, { 'facet.field': 1.5 }],
    ['facets of an area alone', { ...words('brazil'), where: brazil, facets }, { 'facet.field': 3 }],
    ['sort keys after the first', { ...usual, sort }, { sort: 0.4 }],
    ['the last page', { ...usual, start: 9950, rows: 50 }, { start: 15 }],
    ['the world, which is no small area', { ...usual, start: 9950, rows: 50, rectangle: world }, { start: 15 }],
    [
      'a small area',
      { ...usual, start: 9950, rows: 50, rectangle: { north: 1, south: 0.5, west: 179.5, east: -179.5 } },
      { start: 7.5 },
    ],
    [
      'short prefixes',
      { ...usual, filters: valueOf(parseFilters(['name:ab* OR name:cd* OR name:efg*'])) },
      { fq: 0.25 },
    ],
  ])('counts %s', (_, request, expected) => {
    const cost: Record<string, number> = searchCost(request);
    expect(cost).toMatchObject(
      Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, expect.closeTo(value)])),
    );
  });

  it('counts the vertices of a line and of a polygon, so that no long line is cheap', () => {
    const cost = searchCost({ ...words('cafe'), line, polygon });
    expect(cost['location.polygon']).toBeCloseTo(0.1);
    const [shape] = Object.values((lineFilter(line) as { geo_shape: object }).geo_shape) as object[];
    const vertices = JSON.stringify(shape).split('[-').length - 1;
    expect(vertices).toBeGreaterThan(3000);
    expect(cost['location.line']).toBeCloseTo(vertices / 1000);
    expect(suggestCost({ text: 'cafe', filters: [], line })).toMatchObject({
      'location.line': cost['location.line'],
    });
  });

  it('counts that places show whether they are open', () => {
    const cost = searchCost({ ...usual, includesOpen: true });
    expect([cost.fl, cost.open]).toEqual([0.25, 0]);
  });

  it('counts the bytes of words with typing errors, and none of words that are not corrected', () => {
    expect(searchCost(words('pizzeria'), 1).q - searchCost(words('pizzeria')).q).toBeCloseTo(0.4);
    expect(searchCost(words('пиццерия'), 1).q - searchCost(words('пиццерия')).q).toBeCloseTo(0.8);
    expect(searchCost(words('pizzeria'), 2).q).toBeGreaterThan(searchCost(words('pizzeria'), 1).q);
    const gothic = words('\u{10330}'.repeat(10));
    expect(searchCost(gothic, 2)).toEqual(searchCost(gothic));
  });
});
describe('the outline of a line', () => {
  it('is computed once', () => {
    expect(lineFilter(line)).toBe(lineFilter(line));
  });
});
describe('suggestCost', () => {
  it('counts corrections', () => {
    const request = { text: 'pizzeria', rows: 10, filters: [] };
    expect(suggestCost(request).q).toBeCloseTo(0.03);
    expect(suggestCost(request, correctedWordsOf(request.text)).q).toBeCloseTo(0.43);
    const long = { ...request, text: 'pizzeria '.repeat(9) };
    expect(suggestCost(long, correctedWordsOf(long.text))).toEqual(suggestCost(long));
  });

  it('counts the clauses of open, of which there are no others that count unknown hours', () => {
    const request = { text: 'pizza', rows: 10, filters: [], openAt: { type: 'now' as const } };
    expect(suggestCost(request).open).toBe(0.25);
    expect(suggestCountCost(request)).toBe(1.75);
  });

  it('counts filters', () => {
    const request = { text: 'pizza', rows: 10, filters: valueOf(parseFilters(['name:"a b c"'])) };
    expect(suggestCost(request).fq).toBeCloseTo(0.3);
  });
});
describe('suggestCountCost', () => {
  it('is that of a facet, half as much in a small area', () => {
    const request = { text: 'pizza', rows: 10, filters: [] };
    expect(suggestCountCost(request)).toBe(1.5);
    expect(suggestCountCost(request, 2)).toBe(3);
    expect(suggestCountCost({ ...request, centre: { lat: 0, lng: 0 }, radius: 50_000 })).toBe(0.75);
  });
});
describe('tileCost', () => {
  it('is that of a usual search for a small tile or with words, and of an expensive one for a large tile', () => {
    const street = { north: 41.82, south: 41.81, west: -71.42, east: -71.41 };
    const request = { ...usual, rows: 0 };
    expect(tileCost(request, street, 0)).toBeLessThanOrEqual(1);
    expect(tileCost({ ...words('pizza'), rows: 0 }, world, 0)).toBeLessThanOrEqual(1);
    expect(tileCost(request, world, 0)).toBe(1.5);
  });
});
