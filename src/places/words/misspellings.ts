import { type Catalogues } from './catalogues.js';
import { type RecognizedKind } from './named-kinds.js';
import { attributesIn, NEAR_ME, RELATIONS } from './role-phrases.js';
import { recognizeRoles, type RoleOptions, type WordRoles } from './roles.js';
import { countWords, keysOf, splitAtSeparators, textOf, tokensOf } from './words.js';

/** A misspelt word of `q` for a kind. */
export interface Misspelling {
  /** The word as typed. */
  readonly typed: string;
  /** The word that was meant, folded, or the two parts of a compound. */
  readonly meant: string;
  /** All of `q` with the word that was meant. */
  readonly text: string;
  /** The position of the word among the tokens of `q`. */
  readonly at: number;
}

/** Each word that may be misspelt is read in several ways. In longer texts that would take long. */
const MAX_MISSPELT_TEXT = 8;

/** The most words that a misspelt word is tried as. */
const MAX_SPELLINGS = 4;

/** The roles of words, of which one is a misspelt word for a kind, or some hint at a kind. */
export interface KindGuess {
  /** The words that are taken for a kind, as typed. */
  readonly typed: string;
  /** Present if they are misspelt. */
  readonly spelling?: Misspelling;
  readonly roles: WordRoles;
}

/** The roles of the words of `q` if some of those without a role hint at a kind: `ziekenhuis velmara`. @param asTyped as of `guessMisspellings` */
export function guessByHint(
  text: string,
  asTyped: Pick<WordRoles, 'text' | 'kind'>,
  catalogues: Catalogues,
  options: RoleOptions,
): KindGuess | undefined {
  if (asTyped.kind || !options.enabledRoles.kind || countWords(text) > MAX_MISSPELT_TEXT) return undefined;
  const keys = keysOf(tokensOf(asTyped.text));
  // To recognize all roles again takes longer.
  if (!keys.some((_, at) => catalogues.kindsWithHints.longestKindAt(keys, at))) return undefined;
  const roles = recognizeRoles(text, { ...catalogues, kinds: catalogues.kindsWithHints }, options);
  if (!roles.kind) return undefined;
  const typed = roles.kind.kindWords;
  const withoutRole = new Set(keys);
  return keysOf(tokensOf(typed)).every((key) => withoutRole.has(key)) ? { typed, roles } : undefined;
}

/**
 * The roles of the words of `q` if one of those without a role is a misspelt word for a kind: `restuarant velmara`. One guess for each
 * word that may be misspelt; those that leave no word without a role come first.
 *
 * @param asTyped the roles of the words as typed; a kind that they name may only become narrower
 */
export function guessMisspellings(
  text: string,
  asTyped: Pick<WordRoles, 'text' | 'kind'>,
  catalogues: Catalogues,
  options: RoleOptions,
): KindGuess[] {
  const tokens = tokensOf(text);
  if (!options.enabledRoles.kind || tokens.length > MAX_MISSPELT_TEXT) return [];
  const keys = keysOf(tokens);
  const withoutRole = new Set(keysOf(tokensOf(asTyped.text)));
  const guesses = tokens.flatMap(({ text: typed, key }, at) => {
    if (!withoutRole.has(key) || isAfterRelation(keys, at)) return [];
    for (const meant of catalogues.kinds.spellingsLike(key).slice(0, MAX_SPELLINGS)) {
      const corrected = textOf(tokens.with(at, { text: meant, key: meant }));
      const roles = recognizeRoles(corrected, catalogues, options);
      if (roles.kind && isNamedBy(roles.kind, meant) && mayBecome(asTyped.kind, roles.kind))
        return [{ typed, spelling: { typed, meant, text: corrected, at }, roles }];
    }
    return [];
  });
  return [...guesses.filter(isComplete), ...guesses.filter((guess) => !isComplete(guess))];
}

/** Whether a guess leaves no word without a role. */
export function isComplete({ roles }: KindGuess): boolean {
  return roles.text === '';
}

/** Whether a word follows one such as `in`: it is the name of an area then, even if no place is there. */
function isAfterRelation(keys: readonly string[], at: number): boolean {
  return keys.some(
    (_, from) => RELATIONS.longestMatchAt(keys, from)?.end === at && !NEAR_ME.longestMatchAt(keys, from),
  );
}

/** @param words one word, or the parts of one */
function isNamedBy({ kindWords }: RecognizedKind, words: string): boolean {
  const keys = keysOf(tokensOf(kindWords));
  return words.split(' ').some((word) => keys.includes(word));
}

/** Whether a kind may be a part of what words mean: the same kind, a narrower or broader one, or something that places offer. */
function mayBecome(kind: RecognizedKind | undefined, other: RecognizedKind): boolean {
  if (!kind || kind.idsWithNarrower.includes(other.id) || other.idsWithNarrower.includes(kind.id)) return true;
  const words = splitAtSeparators(kind.kindWords);
  return attributesIn(words).length === words.length;
}
