import { createHash } from 'node:crypto';
import { type estypes } from '@elastic/elasticsearch';
import { FIELDS, type Field } from '../../query/fields.js';
import { LIMITS } from '../../query/limits.js';
import { AS_WRITTEN } from '../../search-body/facets.js';
import { SEARCH_FIELDS } from '../../search-body/search-fields.js';
import { analysisFor } from './analysis.js';
import { DOCUMENT_VERSION } from './place-document.js';
import { type Language } from './stemming.js';

type Property = estypes.MappingProperty;
type Properties = Record<string, Property>;

/** The longest text whose UTF-8 form always fits into a term of Lucene (32,766 bytes). */
const MAX_KEYWORD_LENGTH = 8191;

const keyword = { type: 'keyword', ignore_above: MAX_KEYWORD_LENGTH } as const;

/** Type-ahead needs neither frequencies nor positions of prefixes. */
function prefixesOf(terms: 'word' | 'exact_name'): estypes.MappingTextProperty {
  const analyzers = { analyzer: `${terms}_prefixes`, search_analyzer: `${terms}_prefixes_search` };
  return { type: 'text', ...analyzers, index_options: 'docs', norms: false };
}

/** The words of several fields, which Elasticsearch copies here, and more spellings of them (`place-document.ts`). */
const words = { type: 'text', analyzer: 'split_on_punctuation', search_analyzer: 'without_punctuation' } as const;

/** Ranges of minutes (`opening-hours/weekly-hours.ts`). */
const minutes = { type: 'integer_range', doc_values: false } as const;

/** Most words are looked up here only, so the length of a text counts as it does for `words`. */
const stems = { type: 'text', analyzer: 'stems', search_analyzer: 'stems_search' } as const;

/** Whether a name has a stem is all that counts. */
const nameStems = { ...stems, index_options: 'docs', norms: false } as const;

/** Likewise for pairs. */
const namePairs: estypes.MappingTextProperty = {
  ...{ type: 'text', analyzer: 'pairs', search_analyzer: 'without_punctuation' },
  ...{ index_options: 'docs' as const, norms: false },
};

/** Exact fields whose words `q` searches. */
const SEARCHED = /^(address|categories)\./;

function property(field: Field): Property | undefined {
  switch (field.kind) {
    case 'text':
      return {
        type: 'text',
        analyzer: 'folded',
        copy_to: [SEARCH_FIELDS.words, SEARCH_FIELDS.nameWords],
        fields: {
          folded: { ...keyword, normalizer: 'folded' },
          prefixes: prefixesOf('exact_name'),
          pairs: namePairs,
        },
      };
    case 'exact':
      return {
        ...keyword,
        normalizer: 'folded',
        ...(SEARCHED.test(field.name) && { copy_to: SEARCH_FIELDS.words }),
        ...(!field.sortable && !field.facetable && { doc_values: false }),
        ...(field.facetable && { fields: { [AS_WRITTEN]: keyword } }),
      };
    case 'id':
      return keyword;
    case 'number':
      return { type: field.integer ? 'long' : 'double', ...(!field.sortable && { doc_values: false }) };
    case 'presence':
      return field.existsField === field.name ? { ...keyword, index: false } : undefined;
    case 'parent':
    case 'relevance':
    case 'distance':
    case 'open':
      return undefined;
  }
}

/** Adds a property at its path: `address.city` under `address`. */
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
  ofSearch[SEARCH_FIELDS.words] = { ...words, fields: { stems } };
  ofSearch[SEARCH_FIELDS.nameWords] = {
    ...words,
    copy_to: SEARCH_FIELDS.words,
    fields: { prefixes: prefixesOf('word'), stems: nameStems },
  };
  ofSearch[SEARCH_FIELDS.exactNames] = {
    ...{ ...keyword, normalizer: 'folded', doc_values: false },
    fields: { prefixes: prefixesOf('exact_name') },
  };
  ofSearch[SEARCH_FIELDS.rank] = { type: 'float' };
  ofSearch[SEARCH_FIELDS.timeZone] = keyword;
  const { openWeek, openExceptions, openDates, openKnown } = SEARCH_FIELDS;
  for (const path of [openWeek, openExceptions, openDates, openKnown]) ofSearch[path] = minutes;
  ofSearch[SEARCH_FIELDS.categoryKeys] = { ...keyword, index: false };
  return Object.entries(ofSearch).reduce((all, [path, value]) => put(all, path.split('.'), value), ofRecord);
}

/**
 * `dynamic: false`: members that the catalogue does not have are stored and not searchable. Members that are only searched are
 * not stored.
 */
const mappings: estypes.MappingTypeMapping = {
  dynamic: false,
  _source: { excludes: ['search', SEARCH_FIELDS.point] },
  properties: properties(),
};

const settings = {
  // The last page, and one more place that tells whether another page follows.
  max_result_window: LIMITS.start + LIMITS.rows + 1,
  // How long Elasticsearch remembers the version of a deleted place, to reject an older state that arrives later.
  gc_deletes: '10m',
} satisfies estypes.IndicesIndexSettings;

interface IndexOptions {
  readonly shards?: number;
  /** Replicas of each shard; without it they follow the number of nodes. */
  readonly replicas?: number | undefined;
  /** Whose inflections are found. */
  readonly languages?: readonly Language[];
}

/** The default of `SEARCH_LANGUAGES`. */
const DEFAULT_LANGUAGES: readonly Language[] = ['en', 'pt'];

/** The settings and mappings of a place index, derived from the catalogue of fields. */
export function indexDefinition({ shards = 1, replicas, languages = DEFAULT_LANGUAGES }: IndexOptions = {}) {
  const analysed = { analysis: analysisFor(languages), ...settings };
  // Changes when an index has to be rebuilt: with mapping, analysis and documents, not with the number of shards.
  const version = createHash('sha256')
    .update(JSON.stringify({ mappings, settings: analysed, document: DOCUMENT_VERSION }))
    .digest('hex')
    .slice(0, 12);
  return {
    settings: { ...analysed, number_of_shards: shards, ...replicaSettings(replicas) },
    mappings: { ...mappings, _meta: { version } },
  };
}

/** @param replicas of each shard; undefined: one on each further node, at most one */
export function replicaSettings(replicas: number | undefined) {
  if (replicas === undefined) return { auto_expand_replicas: '0-1' };
  return { auto_expand_replicas: 'false', number_of_replicas: replicas };
}
