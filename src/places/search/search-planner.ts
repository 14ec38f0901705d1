import { Injectable } from '@nestjs/common';
import { assertAffordable } from './affordable.js';
import { Areas } from '../areas/areas.js';
import { isAffordable, searchCost } from '../body/cost.js';
import { type Relaxation } from '../body/relax.js';
import { possibleTypingErrors } from '../body/words-query.js';
import { type TimeUsed } from '../elasticsearch/protection.js';
import { Kinds } from '../kinds/kinds.js';
import { type LocalityStep, localitySteps } from './locality-search.js';
import { OpenPlaces } from '../opening-hours/open-places.js';
import { type Catalogues } from '../words/catalogues.js';
import { essentialWords, hasQualifier, possibleNames, wordsNotIn, unqualifiedWords } from '../words/fillers.js';
import { fold } from '../words/fold.js';
import { type Landmark } from '../words/landmarks.js';
import { whereOf } from '../words/localities.js';
import { midpointOf, withDefaultRadius } from '../query/location.js';
import { type RecognizedKind } from '../words/named-kinds.js';
import { hasStreetWord, recognizeAddress } from '../words/numbers.js';
import { isComplete, type KindGuess, guessByHint, guessMisspellings } from '../words/misspellings.js';
import { attributesIn } from '../words/role-phrases.js';
import { type RoleOptions, type WordRoles, recognizeRoles, hasAnyRole } from '../words/roles.js';
import { type MatchOptions, type SearchRequest } from '../query/search-request.js';
import { joinedPairs, NO_VARIANTS, spellingsOfEach, streetEndings, type WordVariants } from '../words/synonyms.js';
import { type Where } from '../words/where.js';
import { splitAtSeparators } from '../words/words.js';
import {
  type FoundLandmark,
  type FoundLocality,
  type SearchStep,
  type Stage,
  type ResolvedRequest,
  type WordsRequest,
  beyondDefaultRadius,
  hasLocation,
  isAreaOnly,
  isAround,
  leavingOut,
  postcodeDistrictStage,
  searchStep,
  searchesWords,
  stageHasRoles,
  withoutSomeWords,
  withTime,
  type WordsWithVariants,
} from './stage.js';
import { SynonymFile } from '../synonyms/synonym-file.js';

/**
 * The step that leaves words out. The places of the data decide which words, so it is not a stage yet: `place-search.ts` asks Elasticsearch
 * which words to keep (`relaxation`), and then searches the stages that keep them (`relaxedSteps`).
 */
export interface RelaxStep {
  readonly type: 'relax';
  /** The stage whose words are left out. */
  readonly base: Stage;
}

/** The step that takes words for a kind that hint at one, or misspell it. `place-search.ts` asks Elasticsearch first which places have them. */
export interface KindGuessStep {
  readonly type: 'kind guess';
  /** The likeliest first. */
  readonly guesses: readonly KindGuess[];
  /** Whether places must have the words: the step before the one that finds them. */
  readonly requiresTypedWord: boolean;
}

/** A checked search, before its words have roles. */
type CheckedRequest = SearchRequest & MatchOptions & Pick<ResolvedRequest, 'languages'>;

/** A step of a plan. */
export type PlanStep = SearchStep | RelaxStep | KindGuessStep | LocalityStep;

/** Plans a search by words. `place-search.ts` runs the plan: the steps of `stepsOf`, in the order of its table. */
@Injectable()
export class SearchPlanner {
  constructor(
    private readonly areas: Areas,
    private readonly kinds: Kinds,
    private readonly synonyms: SynonymFile,
    private readonly openPlaces: OpenPlaces,
  ) {}

  /**
   * Adds the default radius.
   *
   * @throws ProblemError `search_too_complex`
   */
  prepare<R extends SearchRequest>(given: R): R {
    const request = withDefaultRadius(given);
    assertAffordable(searchCost(request));
    return request;
  }

  /**
   * Adds the roles of the words, and `open` as local times of the places in the index.
   *
   * @param prepared a request that `prepare` returned
   * @param now the time that `open=now` means, in minutes since 1970
   * @param timeUsed the time that the request has used; the time to read the time zones is added to it
   * @throws ProblemError `search_unavailable`
   */
  async resolve(prepared: CheckedRequest, now: number, timeUsed: TimeUsed): Promise<ResolvedRequest> {
    const roles = this.recognizeRoles(prepared);
    const resolved = await this.openPlaces.resolve(prepared, now, timeUsed);
    if (!roles?.when) return { ...resolved, roles };
    const { filter, time } = await this.openPlaces.hoursOfNamedTime(roles.when.time, now, timeUsed);
    return { ...resolved, roles: withTime(roles, time), namedOpenFilter: filter };
  }

  /** The roles of the words of `q`; undefined if no word has one. With `match=exact`, no word has a role. */
  private recognizeRoles(request: CheckedRequest): WordRoles | undefined {
    const { term, match } = request;
    if (term?.type !== 'words' || match === 'exact') return undefined;
    const roles = recognizeRoles(term.text, ...this.readingOf(request));
    return hasAnyRole(roles) ? roles : undefined;
  }

  /** What the words of a request are read with. */
  private readingOf({ enabledRoles, openAt, ...location }: CheckedRequest): [Catalogues, RoleOptions] {
    const { areas, kinds } = this;
    const catalogues = { areas, kinds, kindsWithHints: kinds.withHints, countries: areas.countries };
    // With the parameter `open`, words do not name a time.
    const enabled = { ...enabledRoles, when: enabledRoles.when && !openAt };
    return [catalogues, { enabledRoles: enabled, centre: midpointOf(location) }];
  }

  /**
   * The steps of a search, in order. Most searches need only the first one, so each step is planned when it is needed.
   *
   * - Without words: the request itself.
   * - Words that name a landmark which no place has as its name, and a kind: `stepsIfLandmarkMissing`. But not if the landmark is unsure
   *   (`isUnsure`), or `rolesIfNotALandmark` found its city (`near santos quay`).
   * - All others: `stepsOf`. First with the words of a question if they may be a part of a name (`all saints`).
   *
   * @param landmark the place that `roles.landmark` names, if it was found
   */
  *steps(request: ResolvedRequest, landmark?: FoundLandmark): Generator<PlanStep> {
    if (!searchesWords(request)) {
      yield searchStep(request, undefined);
      return;
    }
    const missingLandmark = landmark ? undefined : request.roles?.landmark;
    const isInArea = request.roles?.rolesIfNotALandmark?.where?.relation === 'near';
    if (missingLandmark && !missingLandmark.isUnsure && !isInArea && request.roles?.kind) {
      yield* this.stepsIfLandmarkMissing(request, request.roles, missingLandmark);
      return;
    }
    const roles = rolesThatCount(request.roles, landmark);
    const { rolesIfName, landmark: named } = request.roles ?? {};
    // With the words of a question, another landmark may be named than the one that was found.
    const isOther = landmark !== undefined && rolesIfName?.landmark?.words !== named?.words;
    if (rolesIfName && !roles?.kind && !isOther)
      yield searchStep(request, this.stageOf(request, rolesThatCount(rolesIfName, landmark), landmark));
    yield* this.stepsOf(request, this.stageOf(request, roles, landmark));
  }

  /** The stage of all words. An area alone is found by its name, too. */
  private stageOf(request: WordsRequest, roles: WordRoles | undefined, landmark?: FoundLandmark): Stage {
    if (!roles || !hasAnyRole(roles) || isAreaOnly(roles))
      return this.stageAsTyped(request, request.term.text, roles?.where);
    return this.stageWithRoles(request, roles, landmark);
  }

  /**
   * The steps if no place has the name of the landmark (`cafe near xyzzy tower`): places of the kind that have its words, such as those on the
   * street. Then, with `match=relaxed`, the steps for the words before `near`: in the landmark's area, around the centre, or anywhere if the
   * landmark is a kind (`near airport`).
   */
  private *stepsIfLandmarkMissing(
    request: WordsRequest,
    roles: WordRoles,
    missingLandmark: Landmark,
  ): Generator<PlanStep> {
    const { words, name, inArea } = missingLandmark;
    const { text, kind } = roles;
    const located = { ...roles, ...(inArea && { where: inArea.where }) };
    const withName = (said: string): string => `${said} ${inArea?.name ?? name}`.trim();
    const named = kind && { kind: { ...kind, textWithoutQualifiers: withName(kind.textWithoutQualifiers) } };
    yield searchStep(request, {
      ...this.stageWithRoles(request, { ...located, text: withName(text), ...named }),
      missingLandmark,
    });
    if (request.match !== 'relaxed' || !(inArea ?? request.centre ?? missingLandmark.kind)) return;
    const { omitted, ...stage } = this.stageWithRoles(request, located);
    yield* this.stepsOf(request, { ...stage, omitted: [...omitted, words], missingLandmark });
  }

  /**
   * The steps of a stage, in order. Each has a condition. Steps need `match=relaxed`. Those with `any` as condition also run with
   * `match=corrected`. `match=exact` has step 3 alone. A guessed kind has no steps 9, 11 and 13 to 15. With a postcode, step 12 comes before
   * step 5. Step 7 comes before step 3 if places have the words, and they are one word or all hint at a kind.
   *
   * |  # | What is searched                           | Condition                                              | Example                              |
   * | -: | ------------------------------------------ | ------------------------------------------------------ | ------------------------------------ |
   * |  1 | all words, on the street that they name    | an address with a word such as `st`                    | `123 victoria st`                    |
   * |  2 | the street; near house numbers first       | the same                                               | `123 victoria st`: victoria st       |
   * |  3 | all words in their roles                   | any                                                    | `vegan cafe auckland`                |
   * |  4 | without the time and what places offer     | a time; or what places offer, beside a kind or an area | `vegan cafe auckland`: cafe auckland |
   * |  5 | with the district of the postcode, or none | a kind and a postcode                                  | `cafe eh1 1aa`: cafe eh1             |
   * |  6 | all of `q`, without roles                  | any; words have roles                                  | `vegan cafe auckland`, anywhere      |
   * |  7 | the kind that words hint at or misspell    | any; few places of other kinds have them               | `bakry auckland`: bakery auckland    |
   * |  8 | 4 or 3, one typing error, then two         | any; words are long enough, the cost allows            | `mozrat bar`                         |
   * |  9 | 4 or 3, some words as a locality           | words of a name, no area, address, number or `near me` | `rewe schwabing`: rewe               |
   * | 10 | whole names in `q`; names but for a word   | two to twelve words                                    | `old sky tower`: Sky Tower           |
   * | 11 | 4 or 3 with fewer words (`RelaxStep`)      | two words, or one beside a kind                        | `mozart tower santos`: mozart santos |
   * | 12 | 4 or 3, beyond the default radius          | any; a kind or `near me`, and no area                  | `sushi`                              |
   * | 13 | 4 or 3, weaker evidence for the kind       | a kind                                                 | `electrician`: `electrical` in names |
   * | 14 | 4 or 3, similar kinds                      | the kind has some                                      | `cafe`: bakeries                     |
   * | 15 | 4 or 3, the broader kind                   | the kind has one                                       | `sushi`: restaurants                 |
   */
  private *stepsOf(request: WordsRequest, stage: Stage): Generator<PlanStep> {
    const isRelaxed = request.match === 'relaxed';
    // Places on the street come before places that have the words elsewhere: `123 Victoria St` is not 123 Pirie St in Mount Victoria.
    const onStreet = isRelaxed && hasStreetWord(stage.words) ? this.streetStage(request, stage) : undefined;
    if (onStreet) {
      yield searchStep(request, { ...stage, address: onStreet.address });
      yield searchStep(request, onStreet);
    }
    yield* this.kindGuesses(request, stage, true);
    yield searchStep(request, stage);
    if (request.match === 'exact') return;
    const base = (isRelaxed ? this.withoutAttributes(request, stage) : undefined) ?? stage;
    if (base !== stage) yield searchStep(request, base);
    const inDistrict = isRelaxed && postcodeDistrictStage(stage);
    // The postcode may be far from the centre.
    if (inDistrict) yield* [...beyondDefaultRadius(request, base), searchStep(request, inDistrict)];
    if (stageHasRoles(stage)) yield this.withoutRoles(request, stage);
    yield* this.kindGuesses(request, stage, false);
    yield* corrections(request, base);
    if (isRelaxed && !onStreet) yield* localitySteps(request, base, this.kinds);
    if (isRelaxed) yield* this.similarNames(request, stage);
    if (isRelaxed) yield { type: 'relax', base };
    if (!inDistrict) yield* beyondDefaultRadius(request, base);
    if (isRelaxed && !request.isGuess) yield* this.otherKinds(request, base);
  }

  /** The stage without words for opening hours and for what places offer, because most places lack these data. */
  private withoutAttributes(request: WordsRequest, { when, ...stage }: Stage): Stage | undefined {
    const attributes = stage.kind !== undefined || hasLocation(stage) ? attributesIn(stage.words) : [];
    if (!when && attributes.length === 0) return undefined;
    const others = wordsNotIn(stage.words, attributes);
    const rest = attributes.length === 0 ? stage : withoutSomeWords(stage, this.withVariants(request, others));
    return { ...rest, omitted: [...rest.omitted, ...(when ? [when.words] : [])] };
  }

  /** The step that takes all words of `q` as typed for words of the place. */
  private withoutRoles(request: WordsRequest, { kind }: Stage): SearchStep {
    const typed = this.stageAsTyped(request, request.term.text);
    // This stage ignores the area. Synonyms of the kind would find too much there.
    return searchStep(request, kind ? { ...typed, variants: NO_VARIANTS } : typed);
  }

  /** The search for the words of a stage besides those of a locality, there. */
  localityStep(request: WordsRequest, base: Stage, { span, locality }: FoundLocality): SearchStep {
    const words = this.stageAsTyped(request, span.otherWords, whereOf(span, locality));
    return searchStep(request, { ...base, ...words, omitted: base.omitted });
  }

  /**
   * The step that takes words without a role for a kind. All must hint at it. If places have them, too, only a single one may be misspelt:
   * several are probably a name.
   */
  private *kindGuesses(request: WordsRequest, stage: Stage, requiresTypedWord: boolean): Generator<KindGuessStep> {
    const { roles, term, match } = request;
    if (request.isGuess || match === 'exact') return;
    const isBeforeLandmark = !stage.landmark && roles?.landmark && !roles.landmark.isUnsure;
    const { text, kind } = isBeforeLandmark ? roles : stage;
    const asTyped = { text, ...(kind && { kind }) };
    const hint = guessByHint(term.text, asTyped, ...this.readingOf(request));
    const maySpell = !requiresTypedWord || unqualifiedWords(stage.words).length === 1;
    const guesses = [
      // Beside other words without a role, they are rather a part of a name.
      ...(hint && isComplete(hint) ? [hint] : []),
      ...(maySpell ? guessMisspellings(term.text, asTyped, ...this.readingOf(request)) : []),
    ];
    if (guesses.length > 0) yield { type: 'kind guess', guesses, requiresTypedWord };
  }

  /** The request with a kind that its words hint at, or as if the word for a kind had been spelled right. */
  withKindGuess(request: WordsRequest, { spelling, roles }: KindGuess): WordsRequest {
    const time = request.roles?.when?.time;
    const withRoles = { ...request, isGuess: true as const, roles: time === undefined ? roles : withTime(roles, time) };
    return spelling ? { ...withRoles, term: { ...request.term, text: spelling.text }, spelling } : withRoles;
  }

  /** The steps of a request that `withKindGuess` returned: with all words if one has no role. */
  *kindGuessSteps(request: WordsRequest, landmark?: FoundLandmark): Generator<SearchStep> {
    const roles = rolesThatCount(request.roles, landmark);
    if (!roles || request.roles?.text === '' || roles.text === '') {
      for (const step of this.steps(request, landmark)) if (step.type === 'search') yield step;
      return;
    }
    const stage = this.stageWithRoles(request, roles, landmark);
    const base = (request.match === 'relaxed' ? this.withoutAttributes(request, stage) : undefined) ?? stage;
    yield* [...new Set([stage, base])].map((one) => searchStep(request, one));
  }

  /** The step that finds whole names within `q`, and names with all words of `q` but one. */
  private *similarNames(request: WordsRequest, stage: Stage): Generator<SearchStep> {
    const words = splitAtSeparators(request.term.text);
    const isRepeated = new Set(words.map(fold)).size < words.length;
    const essential = essentialWords(stage.words);
    if (words.length < 2 || words.length > MAX_NAME_WORDS || isRepeated || essential.length === 0) return;
    const names = possibleNames(words, splitAtSeparators(`${stage.kind?.kindWords ?? ''} ${stage.where?.words ?? ''}`));
    if (names.length === 0 && words.length < 3) return;
    const nameLike = { names, words, essential, where: essential.length < 2 ? stage.where : undefined };
    yield searchStep(request, { ...this.stageAsTyped(request, request.term.text), nameLike });
  }

  /** Inflections and synonyms of the words of a kind. In an area, synonyms are left out: they would find other kinds. */
  private variantsOf(request: ResolvedRequest, kind: RecognizedKind, isLocated: boolean): WordVariants {
    const { variants } = this.withVariants(request, splitAtSeparators(kind.textWithoutQualifiers));
    return isLocated ? { ...variants, synonyms: variants.synonyms.filter(({ isSpelling }) => isSpelling) } : variants;
  }

  /** The stage that finds places on a street; undefined if the words are no address. */
  private streetStage(request: ResolvedRequest, stage: Stage): StreetStage | undefined {
    const address = recognizeAddress(stage.words);
    if (!address) return undefined;
    const { words, variants } = this.withVariants(request, [...address.street, ...address.locality]);
    const spellings = spellingsOfEach(words, variants);
    const [street, locality] = [spellings.slice(0, address.street.length), spellings.slice(address.street.length)];
    const onStreet = { ...stage, ...leavingOut(stage, words) };
    return { ...onStreet, text: '', words, variants, address: { ...address, street, locality } };
  }

  /** Steps that find other kinds: weaker evidence for the kind, similar kinds, the broader kind. */
  private *otherKinds(request: ResolvedRequest, stage: Stage): Generator<SearchStep> {
    const { kind } = stage;
    if (!kind) return;
    const { alternatives, broaderKind, kindWords, eitherOf, textWithQualifiers, textWithoutQualifiers, variants } =
      kind;
    yield searchStep(request, { ...stage, kind: { ...kind, acceptsWeakEvidence: true } });
    if (alternatives.length > 0)
      yield searchStep(request, { ...stage, kind: { ...kind, ids: alternatives, instead: 'similar' } });
    if (broaderKind) {
      const words = { kindWords, textWithQualifiers, textWithoutQualifiers, ...(eitherOf && { eitherOf }) };
      const kindInQuery = { id: kind.id, named: kind.named, name: kind.name, ...words, ...(variants && { variants }) };
      yield searchStep(request, { ...stage, kind: { ...broaderKind, ...kindInQuery, instead: 'broader' } });
    }
  }

  /** The input for the choice of the words to keep; undefined if no word may be left out, or the search would cost too much. */
  relaxation(request: ResolvedRequest, { base }: RelaxStep): Relaxation | undefined {
    if (base.words.length < 2) return undefined;
    const search = searchStep(request, { ...base, typingErrors: 1 });
    if (!isAffordable(search.cost)) return undefined;
    const unqualified = unqualifiedWords(base.words);
    const kept = unqualified.length > 0 ? unqualified : essentialWords(base.words);
    const { words, variants } = this.withVariants(request, kept);
    return words.length === 0 ? undefined : { request: search.request, words, variants, cost: search.cost };
  }

  /** Steps that keep only `words`, as often as typed, with the kind and the area. If there is a kind, the last one leaves out all others. */
  *relaxedSteps(request: ResolvedRequest, { base }: RelaxStep, words: readonly string[]): Generator<SearchStep> {
    if (words.length > 0) {
      const kept = wordsNotIn(base.words, wordsNotIn(base.words, words));
      const relaxed = withoutSomeWords(base, this.withVariants(request, kept));
      yield searchStep(request, relaxed);
      yield* corrections(request, relaxed);
    }
    if (base.kind && base.words.length > 0)
      yield searchStep(request, withoutSomeWords(base, this.withVariants(request, [])));
  }

  private stageAsTyped(request: ResolvedRequest, text: string, where?: Where): Stage {
    return {
      typingErrors: 0,
      text,
      ...this.withVariants(request, splitAtSeparators(text)),
      omitted: [],
      ...(where && { where }),
      ...(request.spelling && { spelling: request.spelling }),
    };
  }

  private stageWithRoles(request: WordsRequest, roles: WordRoles, landmark?: FoundLandmark): Stage {
    const { where, kind, near, when, number, ignoredWords } = roles;
    const isLocated = (where ?? landmark) !== undefined;
    const mayBeName = kind === undefined && request.roles?.rolesIfName !== undefined;
    const ignored = ignoredWords.filter((filler) => mayBeName || hasQualifier([filler]));
    return {
      ...this.stageAsTyped(request, roles.text),
      omitted: ignored,
      ...(ignored.length > 0 && { ignored }),
      ...(where && { where: isAround(where) ? where : { ...where, relation: 'in' } }),
      ...(kind && { kind: { ...kind, variants: this.variantsOf(request, kind, isLocated) } }),
      ...(near !== undefined && { near }),
      ...(landmark && { landmark }),
      ...(when && { when }),
      ...(number && { number }),
    };
  }

  /** Words with their inflections and synonyms. */
  private withVariants({ match }: ResolvedRequest, words: readonly string[]): WordsWithVariants {
    if (match === 'exact') return { words, variants: NO_VARIANTS };
    const synonyms = [...this.synonyms.find(words), ...streetEndings(words), ...joinedPairs(words)];
    return { words, variants: { inflections: true, synonyms } };
  }
}

type StreetStage = Stage & Required<Pick<Stage, 'address'>>;

/** The roles of the words, by whether the place was found that they name as a landmark. */
function rolesThatCount(roles: WordRoles | undefined, landmark: FoundLandmark | undefined): WordRoles | undefined {
  return landmark ? roles : (roles?.rolesIfNotALandmark ?? roles);
}

/** Steps of the stage with one typing error per word, and then with two: as far as the words can have them and the cost allows. */
function* corrections(request: ResolvedRequest, stage: Stage): Generator<SearchStep> {
  const most = possibleTypingErrors(stage.words, stage.variants);
  for (const typingErrors of [1, 2] as const) {
    const corrected = typingErrors <= most && searchStep(request, { ...stage, typingErrors });
    if (corrected && isAffordable(corrected.cost)) yield corrected;
  }
}

/** A text with more words is not taken for a name with a wrong word. */
const MAX_NAME_WORDS = 12;
