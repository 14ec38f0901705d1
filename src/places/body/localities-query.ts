import { type GeoPoint } from '../query/geometry.js';
import { type LocalityEvidence, type LocalitySpan, MIN_BEGINNING, SURROUNDINGS } from '../words/localities.js';
import { type KindDefinition } from '../words/catalogues.js';
import { type Where } from '../words/where.js';
import { splitAtSeparators } from '../words/words.js';
import { constantScore, hasAllWords, oneOf, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { type ElasticsearchQuery } from './elasticsearch-query.js';
import { circleFilter } from './location-filters.js';
import { areaFilters, kindFilter } from './role-filters.js';
import { allWordsIn } from './words-query.js';

/** If more places mention a name, it seldom is that of a quarter. */
const MAX_PLACES = 100;

/** Whole words in names tell more than prefixFields of words, and these more than words with typing errors. */
const BOOSTS = { name: 3, beginning: 2, corrected: 1 } as const;

/** Finds places that mention any of the spans in their names or streets, those that mention the first span first. */
export function localitiesQuery(
  possible: {
    readonly spans: readonly LocalitySpan[];
    readonly city?: Where;
    readonly around?: GeoPoint;
    readonly kind?: KindDefinition;
  },
  mayHaveErrors: boolean,
): ElasticsearchQuery<LocalityEvidence[]> {
  const { spans, city, around, kind } = possible;
  const share = mayHaveErrors ? 1 / spans.length : 0;
  const mentions = spans.flatMap(({ name }, at) => mentionClauses(name, share, 10 * (spans.length - at)));
  return {
    body: {
      query: {
        bool: {
          filter: [
            { exists: { field: SEARCH_FIELDS.point } },
            ...areaFilters(city),
            ...(around ? [circleFilter(around, SURROUNDINGS)] : []),
          ],
          must: [{ bool: oneOf(mentions) }],
          ...(kind && { must_not: [kindFilter(kind)] }),
        },
      },
      sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
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
    cost: spans.length * (mayHaveErrors ? 2 : 0.5),
  };
}

/** @param share the part of the corrections of typing errors that the span may use; 0 without any @param boost of the span */
function mentionClauses(name: string, share: number, boost: number): QueryClause[] {
  const { nameWords, street } = SEARCH_FIELDS;
  const last = splitAtSeparators(name).at(-1) ?? '';
  const beginning = { query: name, operator: 'and' } as const;
  const prefixFields = last.length < MIN_BEGINNING ? [] : [nameWords, street];
  return [
    constantScore(hasAllWords(nameWords, name), boost + BOOSTS.name),
    ...prefixFields.map((field) =>
      constantScore({ match_bool_prefix: { [field]: beginning } }, boost + BOOSTS.beginning),
    ),
    ...(share > 0 ? [nameWords, street] : []).map((field) =>
      constantScore(allWordsIn(field, name, 2, share / 2), boost + BOOSTS.corrected),
    ),
  ];
}
