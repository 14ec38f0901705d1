import { Injectable } from '@nestjs/common';
import { localitiesQuery } from '../body/localities-query.js';
import { ElasticsearchSearcher, type SearchContext } from '../elasticsearch/searcher.js';
import { Kinds } from '../kinds/kinds.js';
import { midpointOf } from '../query/location.js';
import { type GeoPoint } from '../query/geometry.js';
import {
  isOnlyOffers,
  localityOf,
  type LocalitySpan,
  localitySpans,
  spanOfDistrict,
  whereOf,
} from '../words/localities.js';
import { type KindNames } from '../words/catalogues.js';
import { type RecognizedKind } from '../words/named-kinds.js';
import { type Where } from '../words/where.js';
import { type FoundLocality, isAreaOnly, type ResolvedRequest, type Stage, type WordsRequest } from './stage.js';

/** Words that may name a locality. */
export interface PossibleLocalities {
  /** The likeliest first. */
  readonly spans: readonly LocalitySpan[];
  /** The city that it must lie in. */
  readonly city?: Where;
  /** The point that it must lie around. */
  readonly around?: GeoPoint;
  /** Places of this kind do not tell where it is: Hilton is no quarter of hotels. */
  readonly kind?: RecognizedKind;
}

/** The step that takes some of the words for a locality, and the others for a name: `rewe schwabing`. `place-search.ts` asks where it is. */
export interface LocalityStep extends PossibleLocalities {
  readonly type: 'locality';
  /** The stage whose words may have a locality. */
  readonly base: Stage;
}

const NONE: PossibleLocalities = { spans: [] };

/** Whether the request itself says where places must be. Then words do not say it otherwise. */
function hasLimits({ radius, hasDefaultRadius, rectangle, polygon, line }: ResolvedRequest): boolean {
  return (radius !== undefined && !hasDefaultRadius) || [rectangle, polygon, line].some((shape) => shape !== undefined);
}

/** The point that places are searched from. Of several localities of one name, the one there is meant. */
function centreOf(request: ResolvedRequest): Pick<PossibleLocalities, 'around'> {
  const around = midpointOf(request);
  return around ? { around } : {};
}

/** The step that takes some of the words for a locality: beside a name, or with typing errors beside a kind. */
export function* localitySteps(request: WordsRequest, base: Stage, kinds: KindNames): Generator<LocalityStep> {
  const { kind, where, landmark, near, number, missingLandmark } = base;
  if (!request.enabledRoles.where || hasLimits(request)) return;
  if (where ?? landmark ?? near ?? number ?? missingLandmark) return;
  const spans = localitySpans(base.text, request.term.text, { hasKind: kind !== undefined, kinds });
  if (spans.length > 0) yield { type: 'locality', base, spans, ...centreOf(request), ...(kind && { kind }) };
}

/** The words that may name a locality before any step: all words beside a kind, and a district that few addresses name. */
function possibleLocalities(request: ResolvedRequest, kinds: KindNames): PossibleLocalities {
  const { roles, match, enabledRoles, term } = request;
  if (!roles || match !== 'relaxed' || !enabledRoles.where || term?.type !== 'words' || hasLimits(request)) return NONE;
  const read = roles.rolesIfNotALandmark ?? roles;
  const { kind, where, near, number, text } = read;
  if (near !== undefined || number || roles.landmark?.kind || isAreaOnly(read)) return NONE;
  if (where?.area.isPartial)
    return where.area.centre ? { spans: [spanOfDistrict(where, text)], around: where.area.centre } : NONE;
  if (!kind || (where && where.area.type !== 'city')) return NONE;
  // Several words may be a name.
  const all = localitySpans(text, term.text, { hasKind: true, kinds });
  const spans = all.filter(({ otherWords }) => isOnlyOffers(otherWords));
  return { spans, kind, ...(where ? { city: { ...where, relation: 'in' } } : centreOf(request)) };
}

/** The request with a locality as the area that its words name. */
function withLocality<R extends ResolvedRequest>(request: R, { span, locality }: FoundLocality): R {
  const { roles = { text: '', ignoredWords: [] } } = request;
  const { landmark: _landmark, rolesIfNotALandmark, rolesIfName, ...others } = roles;
  const read = { ...others, ...rolesIfNotALandmark };
  const where = whereOf(span, locality, read.where?.area);
  const named = rolesIfName?.where && { rolesIfName: { ...rolesIfName, where } };
  return { ...request, roles: { ...read, text: span.otherWords, where, ...named } };
}

/** Finds where the localities lie that words name, by the places that mention them. */
@Injectable()
export class LocalitySearch {
  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly kinds: Kinds,
  ) {}

  /** The request with the locality that its words name, if they name one. */
  async applyTo<R extends ResolvedRequest>(request: R, context: SearchContext, mayHaveErrors: boolean): Promise<R> {
    const locality = await this.find(possibleLocalities(request, this.kinds), context, mayHaveErrors);
    return locality ? withLocality(request, locality) : request;
  }

  /** Where the first of the spans is that names a locality. */
  async find(
    possible: PossibleLocalities,
    { caller, timeUsed, preference }: SearchContext,
    mayHaveErrors: boolean,
  ): Promise<FoundLocality | undefined> {
    if (possible.spans.length === 0) return undefined;
    // As the index is now: without the point in time of the context.
    const context = { caller, timeUsed, preference };
    const evidence = await this.searcher.run(localitiesQuery(possible, mayHaveErrors), context);
    for (const span of possible.spans) {
      const locality = localityOf(span, evidence, mayHaveErrors);
      if (locality) return { span, locality };
    }
    return undefined;
  }
}
