import { type LocalityEvidence, type LocalitySpan, MIN_BEGINNING } from '../query/localities.js';
import { type Where } from '../query/where.js';
import { splitAtSeparators } from '../query/words.js';
import { constantScore, hasAllWords, oneOf, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { type ElasticsearchQuery } from './elasticsearch-query.js';
import { areaFilters } from './role-filters.js';

/** Of each span there may be many. The more there are, the less likely they lie close together. */
const MAX_PLACES = 150;

/** Words in names tell more than beginnings of words, and these more than words with typing errors. */
const BOOSTS = { name: 3, beginning: 2, corrected: 1 } as const;

/** Words that a word with typing errors may be. */
const MAX_EXPANSIONS = 10;

/**
 * Finds places that have the words of any of the spans in their names or streets.
 *
 * @param city in which they must be
 * @param mayHaveErrors whether the words may have typing errors
 */
export function localitiesQuery(
  spans: readonly LocalitySpan[],
  city: Where | undefined,
  mayHaveErrors: boolean,
): ElasticsearchQuery<LocalityEvidence[]> {
  return {
    body: {
      query: {
        bool: {
          filter: [{ exists: { field: SEARCH_FIELDS.point } }, ...areaFilters(city)],
          must: [{ bool: oneOf(spans.flatMap(({ name }) => spanClauses(name, mayHaveErrors))) }],
        },
      },
      size: MAX_PLACES,
      track_total_hits: false,
      _source: ['name', 'address.street', 'location'],
    },
    read: ({ hits: { hits } }) =>
      hits.flatMap(({ _source: place }) => {
        if (!place?.location) return [];
        const { lat, lng } = place.location;
        return [{ point: { lat: Number(lat), lng: Number(lng) }, name: place.name, street: place.address?.street }];
      }),
    cost: 1,
  };
}

function spanClauses(name: string, mayHaveErrors: boolean): QueryClause[] {
  const { nameWords, street } = SEARCH_FIELDS;
  const last = splitAtSeparators(name).at(-1) ?? '';
  const beginning = { query: name, operator: 'and' } as const;
  return [
    constantScore(hasAllWords(nameWords, name), BOOSTS.name),
    ...(last.length < MIN_BEGINNING
      ? []
      : [nameWords, street].map((field) =>
          constantScore({ match_bool_prefix: { [field]: beginning } }, BOOSTS.beginning),
        )),
    ...(mayHaveErrors ? [nameWords, street] : []).map((field) =>
      constantScore(
        hasAllWords(field, name, { fuzziness: 'AUTO:4,7', max_expansions: MAX_EXPANSIONS }),
        BOOSTS.corrected,
      ),
    ),
  ];
}
