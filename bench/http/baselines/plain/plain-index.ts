import { type estypes } from '@elastic/elasticsearch';
import { StartFailure } from '../../../../dev/services/start-failure.js';
import { hashOf } from '../../hash.js';
import { batches } from '../batches.js';

const exact = { type: 'keyword' } as const;
/** Also searched by words. */
const copied = { type: 'keyword', copy_to: 'all' } as const;
const words = { type: 'text', analyzer: 'words' } as const;

const addressMembers = ['country', 'state', 'city', 'district', 'street', 'number', 'zipcode'];
const counts = ['pageviews', 'reviews', 'checkins', 'photos'];

/** The mapping of somebody who knows Elasticsearch and has an afternoon. */
const plainDefinition: estypes.IndicesCreateRequest = {
  index: '',
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

/** Places, one JSON text each. */
interface Places {
  /** Identifies them. */
  readonly contents: string;
  lines(): Iterable<string>;
}

/** Finds the index with these places, or creates it. It has one segment. */
export async function makePlainIndex(url: string, places: Places): Promise<void> {
  const contents = hashOf([plainDefinition, places.contents]);
  if ((await contentsOf(url)) !== contents) {
    await load(url, places.lines());
    await send(`${url}/_mapping`, 'PUT', JSON.stringify({ _meta: { contents } }));
  }
  await send(`${url}/_refresh`, 'POST');
  await send(`${url}/_forcemerge?max_num_segments=1`, 'POST');
}

async function contentsOf(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/_mapping`);
  if (!response.ok) return undefined;
  const [index] = Object.values((await response.json()) as Record<string, estypes.IndicesGetMappingIndexMappingRecord>);
  return index?.mappings._meta?.contents as string | undefined;
}

async function load(url: string, lines: Iterable<string>): Promise<void> {
  const { index: _, ...definition } = plainDefinition;
  await fetch(url, { method: 'DELETE' });
  await send(url, 'PUT', JSON.stringify(definition));
  for (const batch of batches(lines, 2000)) {
    const actions = batch.map((line) => {
      const document = plainDocument(JSON.parse(line) as LocatedPlace);
      return `${JSON.stringify({ index: { _id: document.id } })}\n${JSON.stringify(document)}\n`;
    });
    const { errors } = (await send(`${url}/_bulk?filter_path=errors`, 'POST', actions.join(''))) as { errors: boolean };
    if (errors) throw new StartFailure('Elasticsearch rejects a place of the plain index.');
  }
}

/** Changes members of a place, which searches see when this returns. */
export async function changeInPlainIndex(url: string, id: string, doc: object): Promise<void> {
  const address = `${url}/_update/${encodeURIComponent(id)}?refresh=true`;
  await send(address, 'POST', JSON.stringify({ doc, detect_noop: false }));
}

interface LocatedPlace {
  readonly id: string;
  readonly location?: { readonly lat: string; readonly lng: string };
}

function plainDocument(place: LocatedPlace): LocatedPlace & { point?: object } {
  const { location } = place;
  return { ...place, ...(location && { point: { lat: Number(location.lat), lon: Number(location.lng) } }) };
}

async function send(url: string, method: string, body?: string): Promise<unknown> {
  const type = url.includes('_bulk') ? 'application/x-ndjson' : 'application/json';
  const headers = body === undefined ? {} : { 'Content-Type': type };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  if (!response.ok) throw new StartFailure(`Elasticsearch: ${await response.text()}`);
  return response.json();
}
