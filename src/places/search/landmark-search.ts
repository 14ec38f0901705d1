import { Injectable } from '@nestjs/common';
import { type ReaderLanguage } from '../../http/reader-languages.js';
import { type CostedSearch, placesQuery } from '../body/places-query.js';
import { type TypingErrors } from '../body/words-query.js';
import { ElasticsearchSearcher, type SearchContext } from '../elasticsearch/searcher.js';
import { Kinds } from '../kinds/kinds.js';
import { nameIn } from '../names.js';
import { type PlaceRecord, positionOf } from '../place.js';
import { requiredField } from '../query/fields.js';
import { hasQualifier } from '../words/fillers.js';
import { type GeoPoint } from '../query/geometry.js';
import {
  type Landmark,
  type LandmarkCandidate,
  likenessToLandmark,
  type LikenessToLandmark,
} from '../words/landmarks.js';
import { type SearchRequest, type WordsTerm } from '../query/search-request.js';
import { type Where } from '../words/where.js';
import { splitAtSeparators } from '../words/words.js';
import { costedSearch, type FoundLandmark, type ResolvedRequest } from './stage.js';

/** Finds the place near which words ask for others: `near sky tower`. */
@Injectable()
export class LandmarkSearch {
  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly kinds: Kinds,
  ) {}

  /** The place that a landmark names. Of several places with the name, the nearest to the centre. Without a centre, the most popular. */
  async find(
    { roles, centre, languages }: ResolvedRequest,
    context: SearchContext,
  ): Promise<FoundLandmark | undefined> {
    if (!roles?.landmark) return undefined;
    const { landmark } = roles;
    let maybe: LikelyLandmark | undefined;
    for (const search of landmarkSearches(landmark, centre)) {
      if (maybe && search.typingErrors > 0) break;
      const query = placesQuery(search, { from: 0, size: LANDMARKS });
      // As the index is now, by any shard copy: without the point in time and the preference of the context.
      const { places } = await this.searcher.run(query, { caller: context.caller, timeUsed: context.timeUsed });
      // Popular Bank is no bank that is popular.
      const isByName = search.request.matchesNameOnly === true && landmark.kind !== undefined;
      const likely = places.flatMap(({ record }) => {
        const point = positionOf(record);
        const likeness = likenessToLandmark(
          this.candidateOf(record, isByName),
          landmark,
          this.kinds,
          search.typingErrors,
        );
        return point && likeness && (!isByName || likeness === 'named') ? [{ likeness, record, point }] : [];
      });
      // For `biltmore providence`, the Biltmore Hotel Providence comes before the Biltmore Park in Providence.
      const isMaybeByName = maybe?.likeness === 'maybe';
      const sure = likely.find(({ likeness }) => likeness === 'named' || (likeness === 'sure' && !isMaybeByName));
      if (sure) return toLandmark(landmark, sure, languages);
      if (!isMaybeByName) maybe = likely.find(({ likeness }) => likeness === 'maybe') ?? maybe ?? likely[0];
    }
    return maybe && toLandmark(landmark, maybe, languages);
  }

  /** @param isByName whether its name must be the words, without those of its address */
  private candidateOf(
    { name, names = [], brand, address = {}, categories }: PlaceRecord,
    isByName: boolean,
  ): LandmarkCandidate {
    return {
      names: [name, ...names.map(({ text }) => text), ...(brand === undefined ? [] : [brand])],
      address: isByName ? [] : Object.values(address).filter((part) => part !== undefined),
      kinds: this.kinds.kindsOf(categories),
    };
  }
}

interface LikelyLandmark {
  readonly likeness: LikenessToLandmark;
  readonly record: PlaceRecord;
  readonly point: GeoPoint;
}

function toLandmark(
  { words }: Landmark,
  { record, point }: LikelyLandmark,
  languages: readonly ReaderLanguage[] = [],
): FoundLandmark {
  return { words, point, placeId: record.id, placeName: nameIn(record, languages) };
}

/** Many places only have the words of a landmark in their names, and some have no location. */
const LANDMARKS = 30;

/** A place further away with the words of a landmark such as `best beach` in its name is not meant. */
const MAX_METRES_TO_PRAISED = 50_000;

/** The nearest places first. */
export const BY_DISTANCE: SearchRequest['sort'] = [{ field: requiredField('distance'), order: 'asc' }];

/**
 * Searches for the place that a landmark names, to run in this order. The first place that surely has the name is meant. Else counts the
 * first that may have it, before those with typing errors.
 */
function* landmarkSearches({ name, inArea, kind }: Landmark, centre: GeoPoint | undefined): Generator<CostedSearch> {
  const where: Where | undefined = inArea && { ...inArea.where, relation: 'in' };
  const nearest = centre && { centre, sort: BY_DISTANCE };
  if (kind) {
    // Without a centre, only a place that is called so can be meant: `near universität`.
    if (hasQualifier(splitAtSeparators(name)) || !(where ?? centre)) {
      const around = centre && { centre, radius: MAX_METRES_TO_PRAISED };
      yield landmarkSearch(inArea?.name ?? name, { matchesNameOnly: true, ...around, ...(where && { where }) });
    }
    if (where ?? centre)
      yield landmarkSearch(undefined, {
        kind: { ...kind, kindWords: name, textWithQualifiers: name, textWithoutQualifiers: name },
        ...(where && { where }),
        ...nearest,
      });
    return;
  }
  for (const typingErrors of [0, 1] as const) {
    yield landmarkSearch(name, { matchesNameOnly: true, ...nearest }, typingErrors);
    if (inArea && where) yield landmarkSearch(inArea.name, { matchesNameOnly: true, where }, typingErrors);
  }
}

function landmarkSearch(
  text: string | undefined,
  more: Partial<SearchRequest>,
  typingErrors: TypingErrors = 0,
): CostedSearch {
  const term: WordsTerm | undefined = text === undefined ? undefined : { type: 'words', text };
  return costedSearch({ ...(term && { term }), filters: [], rows: 1, start: 0, sort: [], ...more }, typingErrors);
}
