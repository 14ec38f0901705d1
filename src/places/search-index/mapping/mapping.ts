import { createHash } from 'node:crypto';
import { type estypes } from '@elastic/elasticsearch';
import { FIELDS, type Field } from '../../query/fields.js';
import { AS_WRITTEN } from '../../search-body/facets.js';
import { SEARCH_FIELDS } from '../../search-body/search-fields.js';
import { analysis } from './analysis.js';

type Property = estypes.MappingProperty;
type Properties = Record<string, Property>;

/** The longest text whose UTF-8 still fits into one term of Lucene (32,766 bytes). */
const LONGEST_KEYWORD = 8191;

const keyword = { type: 'keyword', ignore_above: LONGEST_KEYWORD } as const;

/** The fields of `q` that these fields of the catalogue are copied to. */
const COPIES: readonly (readonly [prefix: string, target: string])[] = [
  ['categories.', SEARCH_FIELDS.joinedCategories],
  ['address.', SEARCH_FIELDS.joinedAddress],
];

/** Only whether a beginning is there matters to type-ahead, not how often or where. */
function beginningsOf(texts: 'words' | 'whole' | 'partedWhole'): estypes.MappingTextProperty {
  const analyzers = { analyzer: `${texts}Beginnings`, search_analyzer: `${texts}Beginning` };
  return { type: 'text', ...analyzers, index_options: 'docs', norms: false };
}

function property(field: Field): Property | undefined {
  switch (field.kind) {
    case 'text':
      return {
        type: 'text',
        analyzer: 'folded',
        index_prefixes: {},
        fields: {
          folded: { ...keyword, normalizer: 'folded' },
          whole: { ...keyword, normalizer: 'whole' },
          exact: { type: 'text', analyzer: 'exact' },
          joined: { type: 'text', analyzer: 'joined' },
          parted: { type: 'text', analyzer: 'parted' },
          wholeBeginnings: beginningsOf('whole'),
        },
      };
    case 'exact': {
      const [, copy_to] = COPIES.find(([prefix]) => field.name.startsWith(prefix)) ?? [];
      return {
        ...keyword,
        normalizer: 'folded',
        ...(field.facetable && { fields: { [AS_WRITTEN]: keyword } }),
        ...(copy_to !== undefined && { copy_to }),
      };
    }
    case 'id':
      return keyword;
    case 'number':
      return { type: field.integer ? 'long' : 'double' };
    case 'presence':
      return field.present === field.name ? { ...keyword, index: false } : undefined;
    case 'parent':
    case 'relevance':
    case 'distance':
      return undefined;
  }
}

/** Puts a property where its path says: `address.city` under `address`. */
function put(properties: Properties, [member, ...rest]: readonly string[], value: Property): Properties {
  if (member === undefined) return properties;
  if (rest.length === 0) return { ...properties, [member]: value };
  const parent = properties[member];
  const inner = parent !== undefined && 'properties' in parent ? parent.properties : undefined;
  return { ...properties, [member]: { properties: put(inner ?? {}, rest, value) } };
}

function properties(): Properties {
  const ofRecord = FIELDS.reduce<Properties>((all, field) => {
    const value = property(field);
    return value === undefined ? all : put(all, field.name.split('.'), value);
  }, {});
  const ofSearch: Properties = { [SEARCH_FIELDS.point]: { type: 'geo_point' } };
  for (const [, target] of COPIES) {
    ofSearch[target] = { type: 'text', analyzer: 'joined', fields: { parted: { type: 'text', analyzer: 'parted' } } };
  }
  ofSearch[SEARCH_FIELDS.beginnings] = {
    ...beginningsOf('words'),
    // The document has the name with its punctuation and without: parted, that is every word of both.
    fields: { words: { type: 'text', analyzer: 'parted', search_analyzer: 'joined', index_prefixes: {} } },
  };
  ofSearch[SEARCH_FIELDS.partedWholeName] = {
    ...{ ...keyword, normalizer: 'partedWhole', doc_values: false },
    fields: { beginnings: beginningsOf('partedWhole') },
  };
  ofSearch[SEARCH_FIELDS.categoryKeys] = { ...keyword, index: false };
  return Object.entries(ofSearch).reduce((all, [path, value]) => put(all, path.split('.'), value), ofRecord);
}

/** `dynamic: false`: what the catalogue does not know is kept with the place, and not searchable. */
const mappings: estypes.MappingTypeMapping = { dynamic: false, properties: properties() };

const settings: estypes.IndicesIndexSettings = {
  analysis,
  // The last page starts at 10,000 and has 50 places (design section 5, "Depth"), and one more shows what follows.
  max_result_window: 10_051,
  // Deletions are remembered for as long as an older state of a place may still be on its way.
  gc_deletes: '10m',
};

/** Changes whenever an index has to be rebuilt: mapping and analysis, not their order nor the number of shards. */
export const MAPPING_VERSION = createHash('sha256')
  // The texts of documents are brought to that form.
  .update(JSON.stringify({ mappings, settings, texts: 'NFC' }))
  .digest('hex')
  .slice(0, 12);

/** What to create an index of places with: settings and mappings, made from the catalogue of fields. */
export function indexDefinition({ shards = 1, replicas = 1 }: { shards?: number; replicas?: number } = {}) {
  return {
    settings: { ...settings, number_of_shards: shards, number_of_replicas: replicas },
    mappings: { ...mappings, _meta: { version: MAPPING_VERSION } },
  };
}
