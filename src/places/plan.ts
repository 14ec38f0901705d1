import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ProblemError } from '../http/problems.js';
import { Areas } from './areas/areas.js';
import {
  type CostlyParameter,
  MAX_COST,
  REMEDIES,
  type SearchCost,
  isAffordable,
  searchCost,
  totalCost,
} from './body/cost.js';
import { type CostedSearch } from './body/places-query.js';
import { type Relaxation } from './body/relax.js';
import { possibleTypingErrors, type TypingErrors, wordsWithSynonyms } from './body/words.js';
import { type TimeUsed } from './elasticsearch/protection.js';
import { Kinds } from './kinds/kinds.js';
import { OpenPlaces } from './opening-hours/open-places.js';
import { essentialWords, hasQualifier, omittedWords, unqualifiedWords } from './query/fillers.js';
import { fold } from './query/fold.js';
import { type GeoPoint } from './query/geometry.js';
import { type Landmark } from './query/landmarks.js';
import { midpointOf, withDefaultRadius } from './query/location.js';
import { PLAIN_POSTCODE, postcodePrefixes, readAddress, type ReadAddress, type ReadNumber } from './query/numbers.js';
import {
  attributesIn,
  hasStreetWord,
  possibleNames,
  type WordRoles,
  type EnabledRoles,
  type ReadKind,
  type ReadTime,
  readWords,
  saysMore,
} from './query/roles.js';
import { type Match, type NameLike, type SearchRequest, type WordsTerm } from './query/search-request.js';
import { joinedPairs, NO_VARIANTS, type WordVariants } from './query/synonyms.js';
import { type Where } from './query/where.js';
import { splitWords } from './query/words.js';
import { SynonymFile } from './synonyms/synonym-file.js';

/** A search before its stages are planned. */
export type StagedRequest = SearchRequest & {
  /** The last stage that is searched. */
  readonly match: Match;
  /** What words of `q` may say beside names. */
  readonly reads: EnabledRoles;
};

/** How a search by words found its places. All its pages, cursors and facets use the same stage. */
export interface SearchStage {
  /** Typing errors that each word may have. */
  readonly typingErrors: TypingErrors;
  /** The words that are searched, as typed: `AC/DC` is one name. Empty if every word has a role. */
  readonly text: string;
  /** The text that places are scored by, if it has more words. */
  readonly scoredText?: string;
  /** The words of `text`. */
  readonly words: readonly string[];
  /** The words of `q` that were left out: words that say little, and those that no place has together with the others. */
  readonly omitted: readonly string[];
  /** Inflections and synonyms of the words. */
  readonly variants: WordVariants;
  /** The area that words of `q` name. */
  readonly where?: Where;
  readonly kind?: ReadKind;
  /** The words that ask for places near the caller. */
  readonly near?: string;
  readonly landmark?: FoundLandmark;
  /** A landmark that was not found. */
  readonly unfound?: Landmark;
  readonly when?: ReadTime;
  readonly number?: ReadNumber;
  /** Places on the street are found, whatever their house number. */
  readonly address?: ReadAddress<readonly string[]>;
  /** Whether the name must have all words. */
  readonly isName?: boolean;
  readonly nameLike?: NameLike;
  /** Whether places beyond the default radius are found. */
  readonly isFarther?: boolean;
}

/** A landmark with the place that has its name, or the nearest of its kind. */
export interface FoundLandmark {
  readonly words: string;
  readonly point: GeoPoint;
  readonly placeId: string;
  readonly placeName: string;
}

/** A stage with the request that it sends; without words there is no stage. */
export interface PlannedStage extends CostedSearch {
  readonly stage?: SearchStage;
}

/** A marker: here `search.ts` chooses words to leave out, because that depends on the places that have the others. */
export interface RelaxedStages {
  readonly relaxed: PlannedStage;
}

/**
 * Plans a search by words (docs/query-language.md): first what the words say (a kind of place, an area, a time), then with typing
 * errors, and at last without some words. `search.ts` runs the plan.
 */
@Injectable()
export class SearchPlanner {
  constructor(
    private readonly areas: Areas,
    private readonly kinds: Kinds,
    private readonly synonyms: SynonymFile,
    private readonly openPlaces: OpenPlaces,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Adds the default radius.
   *
   * @throws ProblemError `search_too_complex`
   */
  prepare<R extends SearchRequest>(given: R): R {
    const request = withDefaultRadius(given, this.environment.SEARCH_DEFAULT_RADIUS);
    assertAffordable(searchCost(request));
    return request;
  }

  /**
   * Adds what the words say, and `open` as local times of the places in the index.
   *
   * @param prepared see `prepare`
   * @param now the time that `open=now` means, in minutes since 1970
   * @param time gets what reading the time zones takes
   * @throws ProblemError `search_unavailable`
   */
  async resolve<R extends StagedRequest>(prepared: R, now: number, time: TimeUsed): Promise<R> {
    const roles = this.read(prepared);
    const resolved = await this.openPlaces.resolve(prepared, now, time);
    if (!roles) return resolved;
    const named = roles.when && (await this.openPlaces.named(roles.when.time, now, time));
    return { ...resolved, roles, ...(named && { namedHours: named }) };
  }

  /** What the words of `q` say. `match=exact` takes them for words. */
  private read(request: StagedRequest): WordRoles | undefined {
    const { term, match, reads, openAt } = request;
    if (term?.type !== 'words' || match === 'exact') return undefined;
    const catalogues = { areas: this.areas, kinds: this.kinds, countries: this.areas.countries };
    const centre = midpointOf(request);
    // The parameter `open` says when.
    const roles = readWords(term.text, catalogues, { reads: { ...reads, when: reads.when && !openAt }, centre });
    return saysMore(roles) ? roles : undefined;
  }

  /**
   * The stages of a search, in order. Most searches need the first one only, so each is made when it is needed.
   *
   * @param landmark the place that `roles.landmark` names, if there is one
   */
  *stages(request: StagedRequest, landmark?: FoundLandmark): Generator<PlannedStage | RelaxedStages> {
    if (request.term?.type !== 'words') {
      yield planned(request, undefined);
      return;
    }
    const { text } = request.term;
    const unfound = landmark ? undefined : request.roles?.landmark;
    // `near santos quay`: the city is known, although the quay is not.
    const isInArea = request.roles?.otherwise?.where?.relation === 'near';
    if (unfound && !unfound.isUnsure && !isInArea && request.roles?.kind) {
      yield* this.withoutLandmark(request, request.roles, unfound);
      return;
    }
    const roles = landmark ? request.roles : (request.roles?.otherwise ?? request.roles);
    if (!roles || !saysMore(roles) || isAreaOnly(roles)) {
      yield* this.stagesOf(request, planned(request, this.asTyped(request, text, roles?.where)));
      return;
    }
    const understood = planned(request, this.understood(request, roles, landmark));
    yield* this.stagesOf(request, understood);
    // What the words say was not found. Only names may have all of them elsewhere.
    const isSure = roles.kind !== undefined || roles.where !== undefined || roles.number?.type === 'phone';
    if (!isSure) yield* this.stagesOf(request, planned(request, this.asTyped(request, text)));
  }

  /** If the landmark is unknown: first names with all words, then places in its area, around the centre, or anywhere (`near airport`). */
  private *withoutLandmark(
    request: StagedRequest,
    roles: WordRoles,
    unfound: Landmark,
  ): Generator<PlannedStage | RelaxedStages> {
    const { words } = unfound;
    const kind = roles.kind && { ...roles.kind, text: `${roles.kind.text} ${words}` };
    const named = { ...roles, text: `${roles.text} ${words}`.trim(), ...(kind && { kind }) };
    yield planned(request, { ...this.understood(request, named), unfound });
    yield* this.correctedNames(request);
    const where = unfound.inArea?.where;
    if (request.match !== 'relaxed' || !(where ?? request.centre ?? unfound.kind)) return;
    const { omitted, ...stage } = this.understood(request, { ...roles, ...(where && { where }) });
    yield* this.stagesOf(request, planned(request, { ...stage, omitted: [...omitted, words], unfound }));
  }

  /** One way to read the words, from all of them as typed to some of them: the stages of docs/query-language.md. */
  private *stagesOf(request: StagedRequest, typed: PlannedStage): Generator<PlannedStage | RelaxedStages> {
    const { stage } = typed;
    const isRelaxed = request.match === 'relaxed';
    const unqualified = stage && isRelaxed && this.kindOnly(request, stage);
    if (unqualified) yield planned(request, unqualified);
    const onStreet = stage && isRelaxed ? this.onStreet(request, stage) : undefined;
    // Before any place that has the words elsewhere: `123 Victoria St` is not 123 Pirie St in Mount Victoria.
    const isAddress = stage !== undefined && hasStreetWord(stage.words);
    if (onStreet?.address && isAddress) {
      yield planned(request, { ...stage, address: onStreet.address });
      yield planned(request, onStreet);
    }
    yield typed;
    if (!stage || request.match === 'exact') return;
    const without = isRelaxed ? this.withoutOffers(request, stage) : undefined;
    const essential = without ? planned(request, without) : typed;
    if (without) yield essential;
    const around = isRelaxed && aroundPostcode(stage);
    if (around) yield planned(request, around);
    if (hasRoles(stage)) yield this.anywhere(request, stage);
    yield* corrections(request, essential.stage);
    if (onStreet && !isAddress) yield planned(request, onStreet);
    yield* corrections(request, onStreet);
    if (isRelaxed) yield* this.nameLike(request, stage);
    // `withoutLandmark` has tried them.
    if (!stage.unfound && (stage.kind !== undefined || saysWhere(stage))) yield* this.correctedNames(request);
    if (isRelaxed) yield { relaxed: essential };
    yield* farther(request, essential);
    if (isRelaxed) yield* this.otherKinds(request, essential);
  }

  /** Without the words for opening hours and for what places offer: most data do not say it. */
  private withoutOffers(request: StagedRequest, { when, ...stage }: SearchStage): SearchStage | undefined {
    const attributes = stage.kind !== undefined || saysWhere(stage) ? attributesIn(stage.words) : [];
    if (!when && attributes.length === 0) return undefined;
    const essential = omittedWords(stage.words, attributes);
    const rest = attributes.length === 0 ? stage : withoutSomeWords(stage, this.wordsOf(request, essential));
    return { ...rest, omitted: [...rest.omitted, ...(when ? [when.words] : [])] };
  }

  /** All words of `q` as typed, wherever they are. */
  private anywhere(request: StagedRequest, { kind }: SearchStage): PlannedStage {
    const typed = this.asTyped(request, request.term?.type === 'words' ? request.term.text : '');
    // Outside the area, synonyms of the kind do not count.
    return planned(request, kind ? { ...typed, variants: NO_VARIANTS } : typed);
  }

  /** Names that have all words of `q`, with typing errors. */
  private *correctedNames(request: StagedRequest): Generator<PlannedStage> {
    if (request.term?.type !== 'words') return;
    const named: SearchStage = { ...this.asTyped(request, request.term.text), isName: true };
    if (named.words.length > 1) yield* corrections(request, named);
  }

  /** Finds names that are a part of the text, and names with all its words but one. */
  private *nameLike(request: StagedRequest, stage: SearchStage): Generator<PlannedStage> {
    if (request.term?.type !== 'words') return;
    const words = splitWords(request.term.text);
    const isRepeated = new Set(words.map(fold)).size < words.length;
    const essential = essentialWords(stage.words);
    if (words.length < 2 || words.length > MAX_NAME_WORDS || isRepeated || essential.length === 0) return;
    const names = possibleNames(words, splitWords(`${stage.kind?.words ?? ''} ${stage.where?.words ?? ''}`));
    if (names.length === 0 && words.length < 3) return;
    const nameLike = { names, words, essential, where: essential.length < 2 ? stage.where : undefined };
    yield planned(request, { ...this.asTyped(request, request.term.text), nameLike });
  }

  /** Inflections and synonyms of the words of a kind. In an area, synonyms are left out: they would find other kinds. */
  private variantsOf(request: StagedRequest, kind: ReadKind, place: object | undefined): WordVariants {
    const { variants } = this.wordsOf(request, splitWords(kind.text));
    return place ? { ...variants, synonyms: variants.synonyms.filter(({ isJoined }) => isJoined) } : variants;
  }

  /** On the street, if the words are those of an address. */
  private onStreet(request: StagedRequest, stage: SearchStage): SearchStage | undefined {
    const address = readAddress(stage.words);
    if (!address) return undefined;
    const { words, variants } = this.wordsOf(request, [...address.street, ...address.locality]);
    const spellings = words.map((word, at) => [
      word,
      ...variants.synonyms.filter(({ from, to }) => from === at && to === at + 1).flatMap(({ texts }) => texts),
    ]);
    const [street, locality] = [spellings.slice(0, address.street.length), spellings.slice(address.street.length)];
    const omitted = [...stage.omitted, ...omittedWords(stage.words, words)];
    return { ...stage, text: '', words, variants, omitted, address: { number: address.number, street, locality } };
  }

  /** Other kinds that a person may take: similar ones, the broader one if the data do not say the narrower one, synonyms. */
  private *otherKinds(request: StagedRequest, { stage }: PlannedStage): Generator<PlannedStage> {
    const kind = stage?.kind;
    if (!kind) return;
    const { alternatives, general, words, text, named, variants } = kind;
    yield planned(request, { ...stage, kind: { ...kind, ...kind.weak } });
    if (alternatives.categories.length + alternatives.subcategories.length > 0)
      yield planned(request, { ...stage, kind: { ...kind, ...alternatives, phrases: [], instead: 'similar' } });
    if (general) {
      const asked = { id: kind.id, name: kind.name, words, text, named, ...(variants && { variants }) };
      yield planned(request, { ...stage, kind: { ...general, ...asked, instead: 'broader' } });
    }
    if (saysWhere(stage)) {
      const synonyms = this.wordsOf(request, splitWords(text)).variants;
      yield planned(request, { ...stage, kind: { ...kind, variants: synonyms } });
    }
    // `vegan tennis` asks for tennis.
    const isAttribute = omittedWords(splitWords(words), attributesIn(splitWords(words))).length === 0;
    if (isAttribute && stage.words.length > 0) {
      const { kind: _kind, ...others } = stage;
      yield planned(request, { ...others, omitted: [...stage.omitted, ...splitWords(words)] });
    }
  }

  /** What decides which words may be left out; undefined if none may be. */
  relaxation(request: StagedRequest, { stage, ...typed }: PlannedStage): Relaxation | undefined {
    if (!stage || stage.words.length < 2) return undefined;
    const { cost } = planned(request, { ...stage, typingErrors: 1 });
    if (!isAffordable(cost)) return undefined;
    const unqualified = unqualifiedWords(stage.words);
    const kept = unqualified.length > 0 ? unqualified : essentialWords(stage.words);
    const { words, variants } = this.wordsOf(request, kept);
    return words.length === 0 ? undefined : { request: typed.request, words, variants, cost };
  }

  /** The stages with some words only. The kind and the area stay: if there is a kind, all other words may be left out. */
  *relaxedStages(request: StagedRequest, typed: PlannedStage, words: readonly string[]): Generator<PlannedStage> {
    if (!typed.stage) return;
    const withWords = (kept: readonly string[], stage: SearchStage): PlannedStage =>
      planned(request, withoutSomeWords(stage, this.wordsOf(request, kept)));
    if (words.length > 0) yield* withCorrections(request, withWords(words, typed.stage));
    if (typed.stage.kind && typed.stage.words.length > 0) yield withWords([], typed.stage);
  }

  private asTyped(request: StagedRequest, text: string, where?: Where): SearchStage {
    return { typingErrors: 0, text, ...this.wordsOf(request, splitWords(text)), omitted: [], ...(where && { where }) };
  }

  private understood(request: StagedRequest, roles: WordRoles, landmark?: FoundLandmark): SearchStage {
    const { where, kind, near, when, number, fillers } = roles;
    return {
      ...this.asTyped(request, roles.text),
      // A name may have the words of its area: `air new zealand`.
      ...(where && !kind && request.term?.type === 'words' && { scoredText: request.term.text }),
      omitted: request.match === 'relaxed' ? fillers.filter((filler) => hasQualifier([filler])) : [],
      ...(where && { where: where.relation === 'preferred' ? { ...where, relation: 'in' } : where }),
      ...(kind && { kind: { ...kind, variants: this.variantsOf(request, kind, where ?? landmark) } }),
      ...(near !== undefined && { near }),
      ...(landmark && { landmark }),
      ...(when && { when }),
      ...(number && { number }),
    };
  }

  /**
   * `the best pizza` without its qualifiers, if all other words have synonyms and so name a kind of place. Names have
   * qualifiers too, so the words of a name are not changed.
   */
  private kindOnly(request: StagedRequest, typed: SearchStage): SearchStage | undefined {
    if (request.match !== 'relaxed' || !hasQualifier(typed.words)) return undefined;
    const area = typed.where?.relation === 'preferred' ? splitWords(typed.where.words) : [];
    const rest = omittedWords(typed.words, area);
    const kind = hasQualifier(rest) ? unqualifiedWords(rest) : [];
    if (kind.length === 0 || wordsWithSynonyms(this.wordsOf(request, kind).variants).size < kind.length)
      return undefined;
    const words = omittedWords(typed.words, omittedWords(rest, kind));
    return withoutSomeWords(typed, this.wordsOf(request, words));
  }

  /** Words, and what else counts for them. */
  private wordsOf({ match }: StagedRequest, words: readonly string[]): SearchedWords {
    if (match === 'exact') return { words, variants: NO_VARIANTS };
    const synonyms = [...this.synonyms.find(words), ...joinedPairs(words)];
    return { words, variants: { inflections: true, synonyms } };
  }
}

type SearchedWords = Pick<SearchStage, 'words' | 'variants'>;

/** An area without other words: all places that have its name are found, wherever they are. */
function isAreaOnly({ text, where, ...others }: WordRoles): boolean {
  return where?.relation === 'preferred' && text === '' && !saysMore({ text, ...others });
}

/** Whether words have a role beside names. */
function hasRoles(stage: SearchStage): boolean {
  const { kind, near, when, number } = stage;
  return saysWhere(stage) || [kind, near, when, number].some((role) => role !== undefined);
}

/** Widens a British postcode to its district. Drops a number that may not be a postcode. Only beside a kind. */
function aroundPostcode({ number, ...stage }: SearchStage): SearchStage | undefined {
  if (!stage.kind || number?.type !== 'postcode') return undefined;
  // `m6` may be a road instead of a part of Manchester.
  if (number.prefixes) return { ...stage, omitted: [...stage.omitted, number.words] };
  const [typed = ''] = number.postcodes;
  const prefixes = postcodePrefixes(typed);
  if (prefixes.length === 0)
    return PLAIN_POSTCODE.test(typed) ? { ...stage, omitted: [...stage.omitted, number.words] } : undefined;
  return {
    ...stage,
    number: { ...number, prefixes },
    omitted: [...stage.omitted, number.words.replace(/[,.;]$/u, '').slice(-3)],
  };
}

/** Whether words say where places must be. */
export function saysWhere({ where, landmark }: SearchStage): boolean {
  return landmark !== undefined || (where !== undefined && where.relation !== 'preferred');
}

/** The stage, and then those with as many typing errors as are possible and affordable. */
function* withCorrections(request: StagedRequest, typed: PlannedStage): Generator<PlannedStage> {
  yield typed;
  yield* corrections(request, typed.stage);
}

function* corrections(request: StagedRequest, stage: SearchStage | undefined): Generator<PlannedStage> {
  if (!stage) return;
  const most = possibleTypingErrors(stage.words, stage.variants);
  for (const typingErrors of [1, 2] as const) {
    const corrected = typingErrors <= most && planned(request, { ...stage, typingErrors });
    if (corrected && isAffordable(corrected.cost)) yield corrected;
  }
}

/** Searches beyond the default radius, the nearest first: the caller did not set it. */
function* farther(request: StagedRequest, { stage }: PlannedStage): Generator<PlannedStage> {
  if (stage && request.hasDefaultRadius && (stage.kind ?? stage.near) !== undefined && !saysWhere(stage))
    yield planned(request, { ...stage, isFarther: true });
}

/** A longer text is no name with a wrong word. */
const MAX_NAME_WORDS = 12;

/** If a word of the area's name is left out, the search no longer prefers the area. */
function withoutSomeWords({ where, ...typed }: SearchStage, { words, variants }: SearchedWords): SearchStage {
  const omitted = [...typed.omitted, ...omittedWords(typed.words, words)];
  const isNamed =
    where &&
    (where.relation !== 'preferred' || omittedWords(essentialWords(splitWords(where.words)), words).length === 0);
  const scoredText = typed.scoredText ?? typed.text;
  const kind = typed.kind && withoutWords(typed.kind, omitted);
  const kept = { text: words.join(' '), scoredText, words, omitted, variants };
  return { ...typed, ...kept, ...(kind && { kind }), ...(isNamed && { where }) };
}

/** The kind, with fewer words beside it. Drops synonyms: their positions refer to the longer text. */
function withoutWords(kind: ReadKind, omitted: readonly string[]): ReadKind {
  const text = omittedWords(splitWords(kind.text), omitted).join(' ');
  return text === kind.text ? kind : { ...kind, text, variants: { inflections: true, synonyms: [] } };
}

/** The search of a stage: its request, with the words and roles of the stage, and its cost. */
export function planned(request: StagedRequest, stage: SearchStage | undefined): PlannedStage {
  if (!stage) return { request, typingErrors: 0, cost: totalCost(searchCost(request)) };
  const { typingErrors } = stage;
  const ofStage = withWordsOf(request, stage);
  return { stage, request: ofStage, typingErrors, cost: totalCost(searchCost(ofStage, typingErrors)) };
}

function withWordsOf(request: StagedRequest, stage: SearchStage): SearchRequest {
  const { term, roles: _roles, namedHours, radius, hasDefaultRadius, ...others } = request;
  if (term?.type !== 'words') return request;
  const { text, scoredText, where, variants, kind, near, landmark, when, number, address, isName } = stage;
  const ofStage: WordsTerm = { type: 'words', text, ...(scoredText !== undefined && { scoredText }), variants };
  const says = hasRoles(stage);
  // The words say where, so the centre only says which places come first.
  const limits = radius !== undefined && !(hasDefaultRadius && (saysWhere(stage) || stage.isFarther));
  return {
    ...others,
    ...(limits && { radius }),
    ...(text !== '' && { term: ofStage }),
    ...(where && { where }),
    ...(kind && { kind }),
    ...(landmark && { around: landmark.point }),
    ...(number && { number }),
    ...(address && { address }),
    ...(isName && { isName }),
    ...(stage.nameLike && { nameLike: stage.nameLike }),
    ...(when && namedHours && { namedHours }),
    ...((kind ?? near) !== undefined && request.centre && { isNearestFirst: true }),
    ...(says && { typedText: term.text }),
  };
}

/** @throws ProblemError `search_too_complex` if the search costs too much; names the parameter that costs most */
export function assertAffordable(cost: Partial<SearchCost>): void {
  const total = totalCost(cost);
  if (isAffordable(total)) return;
  const costOf = (parameter: CostlyParameter): number => cost[parameter] ?? 0;
  const parameters = Object.keys(cost) as CostlyParameter[];
  const parameter = parameters.reduce((a, b) => (costOf(b) > costOf(a) ? b : a));
  const rounded = Math.ceil(costOf(parameter));
  const reason = `costs ${rounded} of the ${Math.ceil(total)} that this search costs; at most ${MAX_COST} are allowed`;
  throw new ProblemError('search_too_complex', `${parameter}: ${reason}.`, {
    errors: [{ parameter, reason, allowed: [REMEDIES[parameter]] }],
  });
}
