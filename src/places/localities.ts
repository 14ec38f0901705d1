import { unqualifiedWords, wordsNotIn } from './query/fillers.js';
import { type LocalitySpan, localitySpans, spanOfArea, whereOf } from './query/localities.js';
import { attributesIn } from './query/role-phrases.js';
import { type Where } from './query/where.js';
import { splitAtSeparators } from './query/words.js';
import { type FoundLocality, type ResolvedRequest, type Stage, type WordsRequest } from './stage.js';

/** Words that may name a locality. */
export interface PossibleLocalities {
  /** The likeliest first. */
  readonly spans: readonly LocalitySpan[];
  /** The city that it must lie in. */
  readonly city?: Where;
}

/** The step that takes some of the words for a locality, and the others for a name: `rewe schwabing`. `search.ts` asks where it is. */
export interface LocalityStep extends PossibleLocalities {
  readonly type: 'locality';
  /** The stage whose words may have a locality. */
  readonly base: Stage;
}

/** The step that takes some of the words for a locality: beside a name, or with typing errors beside a kind. */
export function* localitySteps({ enabledRoles }: WordsRequest, base: Stage): Generator<LocalityStep> {
  const { kind, where, landmark, near, number, missingLandmark } = base;
  if (!enabledRoles.where || (where ?? landmark ?? near ?? number ?? missingLandmark)) return;
  const spans = localitySpans(base.text, kind !== undefined);
  if (spans.length > 0) yield { type: 'locality', base, spans };
}

/** The words that may name a locality, and the city that it must lie in: words beside a kind, and a district that few addresses name. */
export function possibleLocalities({ roles, match, enabledRoles }: ResolvedRequest): PossibleLocalities {
  if (!roles || match !== 'relaxed' || !enabledRoles.where) return { spans: [] };
  const { kind, where, near, number, text } = roles.rolesIfNotALandmark ?? roles;
  if (near !== undefined || number || roles.landmark?.kind) return { spans: [] };
  if (where?.area.isPartial) return { spans: [spanOfArea(where, text)] };
  if (!kind || (where && where.area.type !== 'city')) return { spans: [] };
  // Several words may be a name.
  const spans = localitySpans(text, true).filter(({ rest, isSaid }) => isSaid || saysOnlyOffers(rest));
  return { spans, ...(where && { city: { ...where, relation: 'in' } }) };
}

/** The request with a locality as the area that its words name. */
export function withLocality<R extends ResolvedRequest>(request: R, { span, extent }: FoundLocality): R {
  const { roles = { text: '', ignoredWords: [] } } = request;
  const { landmark: _landmark, rolesIfNotALandmark, rolesIfName: _rolesIfName, ...others } = roles;
  const read = { ...others, ...rolesIfNotALandmark };
  return { ...request, roles: { ...read, text: span.rest, where: whereOf(span, extent, read.where?.area) } };
}

/** Whether all words of a text but fillers are what places offer. */
function saysOnlyOffers(text: string): boolean {
  const words = splitAtSeparators(text);
  return wordsNotIn(unqualifiedWords(words), attributesIn(words)).length === 0;
}
