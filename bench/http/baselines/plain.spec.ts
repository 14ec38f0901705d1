import { plainBody, questionOf } from './plain.js';
import { solrQuery } from './solr/solr.js';

const near =
  'q=coffee%20bar&fq=address.city:"Hope"&location.lat=41.5&location.lng=-71&location.radius=10000&sort=distance';
const point = { lat: 41.5, lon: -71 };
const match = { multi_match: { query: 'coffee bar', fields: ['name^2', 'all'], operator: 'and' } };

const bodyOf = (query: string) => plainBody(questionOf(new URLSearchParams(query)));
const solrOf = (query: string) =>
  Object.fromEntries(new URLSearchParams(solrQuery(questionOf(new URLSearchParams(query)))));

describe('plainBody', () => {
  it('filters by words if the order is by distance', () => {
    const { query, sort } = bodyOf(near);
    const filters = [{ term: { 'address.city': 'Hope' } }, { geo_distance: { distance: '10000m', point } }];
    expect(query).toEqual({ bool: { filter: [match, ...filters] } });
    expect(sort).toEqual([{ _geo_distance: { point, order: 'asc' } }, { id: 'asc' }]);
  });

  it('scores words if the order is by relevance', () => {
    const { query, sort } = bodyOf('q=coffee%20bar');
    expect(query).toEqual({ bool: { must: [match], filter: [] } });
    expect(sort).toEqual(['_score', { id: 'asc' }]);
  });

  it('sorts by views without words', () => {
    expect(bodyOf('rows=5&start=20')).toMatchObject({
      ...{ from: 20, size: 5, track_total_hits: true },
      sort: [{ 'statistics.pageviews': 'desc' }, { id: 'asc' }],
    });
  });

  it('counts values', () => {
    expect(bodyOf('facet.field=address.city').aggs).toEqual({
      'address.city': { terms: { field: 'address.city', size: 10 } },
    });
  });
});

describe('solrQuery', () => {
  it('asks the same question', () => {
    expect(solrOf(near)).toMatchObject({
      q: 'coffee bar',
      'q.op': 'AND',
      pt: '41.5,-71',
      sort: 'geodist() asc,id asc',
    });
  });

  it('reads a rectangle', () => {
    const corners = 'location.nw.lat=2&location.nw.lng=3&location.se.lat=1&location.se.lng=4';
    expect(solrOf(corners)).toMatchObject({ q: '*:*', fq: 'point:[1,3 TO 2,4]' });
  });
});
