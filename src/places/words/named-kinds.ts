import { type KindDefinition, type KindNames } from './catalogues.js';
import { isFillerNextToKind, isNumberOfStars } from './fillers.js';
import { beginsName, endsStreetName, HOUSE_NUMBER } from './numbers.js';
import { isLandmarkKind, startOfLandmark } from './landmarks.js';
import { attributesIn } from './role-phrases.js';
import { type WordVariants } from './synonyms.js';
import { foldedWordsOf, phrasesOf } from './word-lists.js';
import { foldedPhrase, keysOf, textOf, type Token } from './words.js';

/** A kind of place with the words of `q` that name it. */
export interface RecognizedKind extends KindDefinition {
  /** The words that name the kind. */
  readonly kindWords: string;
  /** All words of `q` but those of the area, the time and the number. They may be a name, so no stage shortens them: `Fine Food`. */
  readonly textWithQualifiers: string;
  /** The same without qualifiers (`cheap`, `best`), and without the words that a stage leaves out. A place that has all of them is found, too. */
  readonly textWithoutQualifiers: string;
  /** Inflections and synonyms of the words of `textWithoutQualifiers`; absent, none count. */
  readonly variants?: WordVariants;
  /** The words for each kind, if words name several of which either is meant: `library or museum`. */
  readonly eitherOf?: readonly string[];
  /** If places of another kind are found: the broader kind, or similar ones. */
  readonly instead?: 'broader' | 'similar';
}

/** Positions of tokens, from the first to the one before `end`. */
interface Span {
  readonly from: number;
  readonly end: number;
}

/** A kind that words name. */
interface NamedKind {
  readonly kind: KindDefinition;
  /** The words of the kind and of its broader kinds. */
  readonly spans: readonly Span[];
}

interface NamedKinds {
  /** The kinds of which either is meant. */
  readonly kinds: readonly NamedKind[];
  /** The words between them. */
  readonly between: readonly Span[];
}

/**
 * Extracts the last kind that words name, because the words before it describe it. But a narrower kind wins over its broader kind
 * (`restaurante japonês`), and of kinds with `or` between them all are meant.
 */
export function extractKind(
  tokens: readonly Token[],
  names: KindNames,
): { tokens: Token[]; kind: RecognizedKind } | undefined {
  const { kinds, between } = namedKinds(tokens, names);
  const [first, ...others] = kinds.map(({ kind }) => kind);
  if (!first) return undefined;
  const wordsIn = (spans: readonly Span[]): string => textOf(tokens.filter((_, at) => isIn(spans, at)));
  const taken = [...kinds.flatMap(({ spans }) => spans), ...between];
  const text = textOf(tokens);
  const eitherOf = kinds.map(({ spans }) => wordsIn(spans));
  return {
    tokens: tokens.filter((_, at) => !isIn(taken, at)),
    kind: {
      ...others.reduce(eitherKind, first),
      ...{ kindWords: wordsIn(taken), textWithQualifiers: text, textWithoutQualifiers: text },
      ...(eitherOf.length > 1 && { eitherOf }),
    },
  };
}

/** Kinds of places that are open in the night. */
const NIGHT_KIND = /^amenity\/(?:bar|pub|nightclub)(?:\/|$)/u;

/**
 * Whether places are asked for that are open in the night, perhaps with a typing error. What stands before the time, at `from`, counts first
 * (`bar open until 5 near the church`), but not what follows `near` (`cafe near the bar open until 5`).
 */
export function asksForNight(tokens: readonly Token[], from: number, names: KindNames): boolean {
  const before = tokens.slice(0, from);
  const start = startOfLandmark(keysOf(before));
  const asked = start === -1 ? tokens : before.slice(0, start);
  const { kind } = extractKind(start === -1 ? before : asked, names) ?? extractKind(asked, names) ?? {};
  if (kind) return isNightKind(kind);
  const meant = keysOf(asked).flatMap((key) => names.spellingsLike(key));
  return meant.some((word) => {
    const found = names.longestKindAt([word], 0);
    return found !== undefined && isNightKind(found.kind);
  });
}

function isNightKind({ idsWithNarrower }: KindDefinition): boolean {
  return idsWithNarrower.some((id) => NIGHT_KIND.test(id));
}

function namedKinds(tokens: readonly Token[], names: KindNames): NamedKinds {
  const keys = keysOf(tokens);
  let kinds: NamedKind[] = [];
  const between: Span[] = [];
  let lastEnd = 0;
  let isPart = false;
  for (let from = 0; from < keys.length;) {
    isPart ||= kinds.length > 0 && WITH.has(keys[from] ?? '');
    const found = names.longestKindAt(keys, from);
    if (!found || isStreetAt(keys, found, kinds.length > 0)) {
      from += 1;
      continue;
    }
    const { kind, end } = found;
    const span = { from, end };
    const last = kinds.at(-1);
    const narrowed = kinds.findIndex((each) => isWithin(kind, each.kind));
    if (last && isAlternative(tokens, lastEnd, from, kinds.length > 1)) {
      if (kinds.length === MAX_ALTERNATIVES) break;
      between.push({ from: lastEnd, end: from });
      kinds.push({ kind, spans: [span] });
    } else if (narrowed !== -1) {
      kinds = kinds.map((each, at) => (at === narrowed ? { kind, spans: [...each.spans, span] } : each));
    } else if (isPart) {
      // `motel with pool`, but `restaurant with sushi`.
      break;
    } else if (last && kinds.some((each) => isWithin(each.kind, kind))) {
      kinds = [...kinds.slice(0, -1), { ...last, spans: [...last.spans, span] }];
    } else if (kinds.length > 1) {
      // `cafe or hotel bar` asks for a bar, `cafe or bar by the church` for no church.
      if (from !== lastEnd) break;
      kinds = [...kinds.slice(0, -1), { kind, spans: [span] }];
    } else {
      kinds = [{ kind, spans: [span] }];
    }
    lastEnd = end;
    from = end;
  }
  return { kinds, between };
}

/** Words that end names of streets and begin none: not so in `pharmacie avenue foch`. */
const SURE_STREETS = foldedWordsOf('sure street');

/** Phrases in which they do not: `restaurant street food`, `cafe lane cove`. */
const NOT_STREETS: ReadonlySet<string> = new Set(phrasesOf('no street'));

/**
 * Whether the kind before `end` is a part of the name of a street: `church street`, `bank st 12`, `cafe church st ponsonby`, `baker street
 * marylebone`. Not so in `hotel st pauli` and `restaurant terrace view`, but in `church terrace hamilton`: streets are called after churches.
 */
function isStreetAt(keys: readonly string[], { kind, end }: { kind: KindDefinition; end: number }, hasKind: boolean) {
  const word = keys[end] ?? '';
  const next = keys[end + 1];
  // `bank drive through`
  const isOffer = attributesIn(keys.slice(end, end + 2)).length === 2;
  if (!endsStreetName(word) || isOffer || NOT_STREETS.has(`${word} ${next ?? ''}`)) return false;
  if (hasKind || next === undefined || HOUSE_NUMBER.test(next)) return true;
  return SURE_STREETS.has(word) || (!beginsName(word) && (isLandmarkKind(kind.id) || kind.id === 'amenity/bank'));
}

function isIn(spans: readonly Span[], position: number): boolean {
  return spans.some(({ from, end }) => position >= from && position < end);
}

/** Words between two kinds of which either is meant: `pizza or burger`. */
const OR = foldedWordsOf('or');

/** Between kinds, the same as `or` if there is one, too: `cafe, bar or bakery`. */
const COMMA = /[,،、，]$/u;

/** Each adds some dozens of clauses. */
const MAX_ALTERNATIVES = 3;

/** Words before a part of a place. The part is not the kind: `motel with pool`. */
const WITH = foldedWordsOf('with');

/** Whether a kind that starts at `from` is an alternative to the one that ends before `end`. Fillers may stand before it: `or a good bar`. */
function isAlternative(tokens: readonly Token[], end: number, from: number, hasOthers: boolean): boolean {
  const keys = keysOf(tokens.slice(end, from));
  const hasOr = OR.has(keys[0] ?? '');
  // `pizza/burger`
  const hasSlash = tokens[end - 1]?.text.endsWith('/') === true;
  const hasComma = COMMA.test(tokens[end - 1]?.text ?? '');
  const isList = hasOthers || tokens.slice(from).some(({ key }) => OR.has(key));
  return (hasOr || hasSlash || (hasComma && isList)) && keys.slice(hasOr ? 1 : 0).every(isFillerNextToKind);
}

/** Splits words at a comma or a slash after a kind: `cafe,bar or bakery`, `coffee shop/bakery`. Names keep theirs: `AC/DC`. */
export function withSeparateKinds(tokens: readonly Token[], kinds: KindNames): readonly Token[] {
  if (!tokens.some(({ text }) => INNER_SEPARATOR.test(text))) return tokens;
  const keys = keysOf(tokens);
  const endsKind = (key: string, at: number): boolean => {
    const words = [...keys.slice(0, at), key];
    return words.some((_, from) => kinds.longestKindAt(words, from)?.end === words.length);
  };
  return tokens.flatMap((token, at) => {
    const parts = token.text.split(INNER_SEPARATOR).map((text) => ({ text, key: foldedPhrase(text) }));
    const before = parts.slice(0, -1);
    return before.length > 0 && before.every(({ key }) => endsKind(key, at)) ? parts : [token];
  });
}

const INNER_SEPARATOR = /(?<=[,/])(?=\p{L})/u;

function isWithin({ id }: KindDefinition, broader: KindDefinition): boolean {
  return broader.idsWithNarrower.includes(id);
}

/** Places of either kind: `pizza or burger`. It has the id of the first. */
function eitherKind(a: KindDefinition, b: KindDefinition): KindDefinition {
  if (a.id === b.id) return a;
  const ids = union(a.ids, b.ids);
  return {
    id: a.id,
    named: union(a.named, b.named),
    name: `${a.name} or ${b.name}`,
    ids,
    idsWithNarrower: union(a.idsWithNarrower, b.idsWithNarrower),
    alternatives: union(a.alternatives, b.alternatives).filter((id) => !ids.includes(id)),
    ...(a.broaderKind && b.broaderKind && { broaderKind: eitherKind(a.broaderKind, b.broaderKind) }),
  };
}

function union(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

/** Takes a number of stars for one word: `restaurant with 5 stars`. */
export function withStars(tokens: readonly Token[]): readonly Token[] {
  const from = tokens.findIndex(({ key }, at) => isNumberOfStars(`${key} ${tokens[at + 1]?.key ?? ''}`));
  if (from === -1) return tokens;
  const stars = tokens.slice(from, from + 2);
  return [...tokens.slice(0, from), { text: textOf(stars), key: keysOf(stars).join(' ') }, ...tokens.slice(from + 2)];
}
