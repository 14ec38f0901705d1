import { type Question } from '../plain/question.js';

/** The query string of Solr's `/select` for a question. */
export function solrQuery(question: Question): string {
  const { words, filters, circle, rectangle, facets, start, rows } = question;
  const query = new URLSearchParams({ start: String(start), rows: String(rows), sort: sortOf(question) });
  if (words === undefined) query.append('q', '*:*');
  else for (const [name, value] of Object.entries(wordsQuery(words))) query.append(name, value);
  for (const { field, value } of filters) query.append('fq', `{!term f=${field}}${value}`);
  if (circle) {
    query.append('fq', `{!geofilt d=${circle.metres / 1000}}`);
    query.append('sfield', 'point');
    query.append('pt', `${circle.lat},${circle.lon}`);
    query.append('fl', '*,distance:geodist()');
  }
  if (rectangle) {
    const { top, left, bottom, right } = rectangle;
    query.append('fq', `point:[${bottom},${left} TO ${top},${right}]`);
  }
  if (facets.length > 0) query.append('facet', 'true');
  for (const field of facets) query.append('facet.field', field);
  return query.toString();
}

/** Type-ahead: all words, the last of which may be incomplete. */
export function solrSuggestQuery(text: string, rows = 10): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = words.at(-1) ?? '';
  const clauses = [...words.slice(0, -1).map((word) => `+name:${word}`), `+name:${last}*`];
  return new URLSearchParams({ q: clauses.join(' '), rows: String(rows), fl: 'id,name' }).toString();
}

function wordsQuery(words: string): Record<string, string> {
  return { q: words, defType: 'edismax', qf: 'name^2 all', 'q.op': 'AND' };
}

function sortOf({ words, sort }: Question): string {
  if (sort.length === 0) return words === undefined ? 'statistics.pageviews desc,id asc' : 'score desc,id asc';
  const keys = sort.map(({ field, order }) => `${field === 'distance' ? 'geodist()' : field} ${order}`);
  return [...keys, 'id asc'].join(',');
}
