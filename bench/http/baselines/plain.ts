import { type estypes } from '@elastic/elasticsearch';
import { StartFailure } from '../../../dev/services/start-failure.js';
import { ask, batches, bulkOf, mergeSegments } from '../../elasticsearch.js';
import { hashOf } from '../../servers.js';

/** A search as the query parameters of `GET /v2/places` state it. */
export interface Question {
  readonly words?: string;
  readonly filters: readonly { readonly field: string; readonly value: string }[];
  readonly circle?: { readonly lat: number; readonly lon: number; readonly metres: number };
  readonly rectangle?: Readonly<Record<'top' | 'left' | 'bottom' | 'right', number>>;
  /** `distance` or a field. Empty: by relevance. */
  readonly sort: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  /** Fields to count the values of. */
  readonly facets: readonly string[];
  readonly start: number;
  readonly rows: number;
}

/** Reads what the searches of the benchmark use of the parameters. */
export function questionOf(parameters: URLSearchParams): Question {
  const number = (name: string): number => Number(parameters.get(name));
  const words = parameters.get('q');
  return {
    ...(words !== null && { words }),
    filters: parameters.getAll('fq').map(filterOf),
    ...(parameters.has('location.lat') && {
      circle: { lat: number('location.lat'), lon: number('location.lng'), metres: number('location.radius') },
    }),
    ...(parameters.has('location.nw.lat') && {
      rectangle: {
        top: number('location.nw.lat'),
        left: number('location.nw.lng'),
        bottom: number('location.se.lat'),
        right: number('location.se.lng'),
      },
    }),
    sort: keysOf(parameters.get('sort') ?? ''),
    facets: parameters.getAll('facet.field'),
    start: number('start'),
    rows: Number(parameters.get('rows') ?? 10),
  };
}

/** `field:"value"` */
function filterOf(text: string): Question['filters'][number] {
  const colon = text.indexOf(':');
  return { field: text.slice(0, colon), value: text.slice(colon + 1).replace(/^"(.*)"$/, '$1') };
}

/** `field desc,other` */
function keysOf(text: string): Question['sort'] {
  return text
    .split(',')
    .filter((key) => key !== '')
    .map((key) => {
      const [field = '', order] = key.split(' ');
      return { field, order: order === 'desc' ? 'desc' : 'asc' };
    });
}

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
export function plainSuggestBody(text: string, size: number): estypes.SearchRequest {
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

function pointOf({ lat, lon }: estypes.LatLonGeoLocation): estypes.LatLonGeoLocation {
  return { lat, lon };
}

const exact = { type: 'keyword' } as const;
/** Also searched by words. */
const copied = { type: 'keyword', copy_to: 'all' } as const;
const words = { type: 'text', analyzer: 'words' } as const;

const addressMembers = ['country', 'state', 'city', 'district', 'street', 'number', 'zipcode'];
const counts = ['pageviews', 'reviews', 'checkins', 'photos'];

/** The mapping of somebody who knows Elasticsearch and has an afternoon. */
export const plainDefinition: Omit<estypes.IndicesCreateRequest, 'index'> = {
  settings: {
    number_of_shards: 1,
    number_of_replicas: 0,
    refresh_interval: '-1',
    analysis: {
      analyzer: { words: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'asciifolding'] } },
    },
  },
  mappings: {
    dynamic: false,
    properties: {
      id: exact,
      all: words,
      name: { ...words, copy_to: 'all' },
      point: { type: 'geo_point' },
      address: { properties: Object.fromEntries(addressMembers.map((member) => [member, copied])) },
      categories: {
        properties: { id: exact, name: copied, subcategory: { properties: { id: exact, name: copied } } },
      },
      utilities: { properties: { id: exact } },
      statistics: {
        properties: {
          rating: { type: 'float' },
          ...Object.fromEntries(counts.map((member) => [member, { type: 'long' } as const])),
        },
      },
    },
  },
};

/** Finds the index with these places, one JSON text each, or creates it. It has one segment. @param identity of the places */
export async function makePlainIndex(url: string, identity: string, lines: Iterable<string>): Promise<void> {
  const contents = hashOf([plainDefinition, identity]);
  if ((await contentsOf(url)) !== contents) {
    await fetch(url, { method: 'DELETE' });
    await ask(url, 'PUT', plainDefinition);
    for (const batch of batches(lines, 2000)) {
      const body = bulkOf(batch.map(plainDocument));
      const { errors } = await ask<{ errors: boolean }>(`${url}/_bulk?filter_path=errors`, 'POST', body);
      if (errors) throw new StartFailure('Elasticsearch rejects a place of the plain index.');
    }
    await ask(`${url}/_mapping`, 'PUT', { _meta: { contents } });
  }
  await ask(`${url}/_refresh`, 'POST');
  await mergeSegments(url);
}

async function contentsOf(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/_mapping`);
  if (!response.ok) return undefined;
  const [index] = Object.values((await response.json()) as Record<string, estypes.IndicesGetMappingIndexMappingRecord>);
  return index?.mappings._meta?.contents as string | undefined;
}

function plainDocument(line: string): { id: string; document: string } {
  const place = JSON.parse(line) as { id: string; location?: { lat: string; lng: string } };
  const { id, location } = place;
  const point = location && { lat: Number(location.lat), lon: Number(location.lng) };
  return { id, document: JSON.stringify({ ...place, point }) };
}
