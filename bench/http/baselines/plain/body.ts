import { type estypes } from '@elastic/elasticsearch';
import { type Question } from './question.js';

/** The plainest good body for a question. Words score only if the order is by relevance. */
export function plainBody(question: Question): estypes.SearchRequest {
  const { words, facets, start, rows } = question;
  const filter = filtersOf(question);
  const scored = words !== undefined && question.sort.length === 0;
  const match = words === undefined ? [] : [matchOf(words)];
  return {
    from: start,
    size: rows,
    track_total_hits: true,
    query: { bool: scored ? { must: match, filter } : { filter: [...match, ...filter] } },
    sort: sortOf(question, scored),
    ...(facets.length > 0 && {
      aggs: Object.fromEntries(facets.map((field) => [field, { terms: { field, size: 10 } }])),
    }),
  };
}

/** Type-ahead: all words, the last of which may be incomplete. */
export function plainSuggestBody(text: string, size = 10): estypes.SearchRequest {
  return {
    size,
    _source: ['id', 'name'],
    query: { match_bool_prefix: { name: { query: text, operator: 'and' } } },
  };
}

function matchOf(words: string): estypes.QueryDslQueryContainer {
  return { multi_match: { query: words, fields: ['name^2', 'all'], operator: 'and' } };
}

function filtersOf({ filters, circle, rectangle }: Question): estypes.QueryDslQueryContainer[] {
  const clauses: estypes.QueryDslQueryContainer[] = filters.map(({ field, value }) => ({ term: { [field]: value } }));
  if (circle) clauses.push({ geo_distance: { distance: `${circle.metres}m`, point: pointOf(circle) } });
  if (rectangle) clauses.push({ geo_bounding_box: { point: { ...rectangle } } });
  return clauses;
}

function sortOf({ sort, circle }: Question, scored: boolean): estypes.SortCombinations[] {
  const unique = { id: 'asc' } as const;
  if (scored) return ['_score', unique];
  if (sort.length === 0) return [{ 'statistics.pageviews': 'desc' }, unique];
  const keys = sort.map(({ field, order }) =>
    field === 'distance' && circle ? { _geo_distance: { point: pointOf(circle), order } } : { [field]: order },
  );
  return [...keys, unique];
}

function pointOf({ lat, lon }: { lat: number; lon: number }): { lat: number; lon: number } {
  return { lat, lon };
}
