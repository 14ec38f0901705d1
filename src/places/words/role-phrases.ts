import { isLinkWord } from './fillers.js';
import { foldedWordsOf, phrasesByMeaning, phrasesOf } from './word-lists.js';
import { foldedPhrase, foldedWords, keysOf, type Token, without } from './words.js';

/** A list of phrases with their meanings. They are compared by their folded words, without accents and punctuation. */
export class Phrases<T> {
  /** By phrase. */
  readonly meanings = new Map<string, T>();
  private longest = 0;

  constructor(lists: readonly (readonly [meaning: T, phrases: readonly string[]])[]) {
    for (const [meaning, phrases] of lists) {
      for (const phrase of phrases) {
        const words = foldedWords(phrase);
        this.meanings.set(words.join(' '), meaning);
        this.longest = Math.max(this.longest, words.length);
      }
    }
  }

  /** The longest phrase that starts at a word, and the position after it. */
  longestMatchAt(words: readonly string[], from: number): { meaning: T; end: number } | undefined {
    for (let end = Math.min(words.length, from + this.longest); end > from; end -= 1) {
      const meaning = this.meanings.get(words.slice(from, end).join(' '));
      if (meaning !== undefined) return { meaning, end };
    }
    return undefined;
  }
}

/** Phrases that ask for places near the caller. */
export const NEAR_ME = new Phrases([[true, phrasesOf('near me')]]);

/** Words before the name of an area. */
export const RELATIONS = new Phrases<'in' | 'near'>([
  ['in', phrasesOf('in')],
  ['near', phrasesOf('near')],
]);

/** Words for `near` that names have, too: `by`, `at`. */
export const UNSURE_NEAR = new Phrases([[true, phrasesOf('maybe near')]]);

/** Words for the centre, which may follow the name of a city: `auckland cbd`. Without such a district in the data, they only repeat the city. */
export const CENTRE_WORDS = new Phrases([[true, phrasesOf('centre')]]);

/** The position after the words from `from` on that together have this length. */
export function endOf(words: readonly string[], from: number, length: number): number {
  let end = from + 1;
  while (words.slice(from, end).join(' ').length < length) end += 1;
  return end;
}

/** `under 100 dollars`, `200 kr per night`, `até 50 reais por noite`, folded: no data say prices. `10 dollar street` is none. */
const PRICE = new RegExp(
  '^(?<limit>(?:under|below|less than|cheaper than|up to|ate|abaixo de|menos de|por menos de|hasta|unter|bis|moins de|meno di) )?' +
    '\\d{1,5} ?(?:dollars?|bucks|usd|euros?|eur|pounds?|gbp|quid|reais|brl|kr|kroner|dkk|pesos|francs?)' +
    '(?<each> (?:per|a|por|pr|pro|par|la) (?:night|person|head|noite|pessoa|nat|person|noche|persona|nacht|nuit))?(?= |$)',
  'u',
);

/** The position after a price that words name. */
function afterPrice(words: readonly string[], from: number): number | undefined {
  const match = PRICE.exec(words.slice(from).join(' '));
  if (!match || (match.groups?.limit ?? match.groups?.each) === undefined) return undefined;
  return endOf(words, from, match[0].length);
}

/** Beginnings of questions. They are removed. */
const QUESTIONS = new Phrases([[true, phrasesOf('question')]]);

/** Questions about a place, such as `opening hours`. They are removed at the end of a text. */
const ENDINGS = new Phrases([[true, phrasesOf('question about a place')]]);

const ARTICLES = foldedWordsOf('article');

/** A text without the words of a question. */
export interface AskedText {
  readonly tokens: readonly Token[];
  /** The words that were removed. */
  readonly question: readonly string[];
  /** Whether the text began with a question. */
  readonly isQuestion: boolean;
}

/**
 * Removes the words of a question: `where can i buy shoes` asks for shoes, `blume opening hours` for Blume. A text that is only a question
 * stays. What is removed may still be a part of a name: `All Saints`, `The Address`.
 *
 * @param phraseEnd the position after a phrase that starts at a word: a question never splits it
 */
export function withoutQuestion(
  tokens: readonly Token[],
  phraseEnd: (keys: readonly string[], at: number) => number,
): AskedText {
  const keys = keysOf(tokens);
  const splitsPhrase = (at: number): boolean => keys.slice(0, at).some((_, from) => phraseEnd(keys, from) > at);
  const end = QUESTIONS.longestMatchAt(keys, 0)?.end ?? 0;
  let rest = end;
  while (end > 0 && rest < tokens.length - 1 && ARTICLES.has(keys[rest] ?? '')) rest += 1;
  const start = rest >= tokens.length || splitsPhrase(rest) ? 0 : rest;
  const ending = startOfEnding(keys, start);
  const hasEnding = ending < tokens.length && !splitsPhrase(ending);
  const kept = withoutPrice(hasEnding ? tokens.slice(start, ending) : tokens.slice(start));
  const question = tokens.flatMap((token) => (kept.includes(token) ? [] : [token.text]));
  return { tokens: kept, question, isQuestion: start > 0 };
}

/** Removes the first price: `pizza under 10 dollars`. A text that is only a price stays. */
function withoutPrice(tokens: readonly Token[]): readonly Token[] {
  const keys = keysOf(tokens);
  for (const from of keys.keys()) {
    const end = afterPrice(keys, from);
    if (end !== undefined && end - from < keys.length) return without(tokens, from, end);
  }
  return tokens;
}

/** The position of the question with which a text ends: 1 in `blume opening hours`. The length of a text without one. */
function startOfEnding(keys: readonly string[], start: number): number {
  for (let from = start + 1; from < keys.length; from += 1)
    if (ENDINGS.longestMatchAt(keys, from)?.end === keys.length) return from;
  return keys.length;
}

/** Phrases for activities, and the kind of place for each. */
export const ACTIVITIES = new Phrases(phrasesByMeaning('activity'));

/** Phrases for needs. With the thing that follows, each of these endings may be the name of a kind: `fix my watch` is `watch repair`. */
export const NEEDS = new Phrases<readonly string[]>([
  [['repair'], phrasesOf('needs repair')],
  [['rental', 'hire'], phrasesOf('needs rental')],
]);

/** Words between the verb and the thing. */
export const DETERMINERS: ReadonlySet<string> = foldedWordsOf('determiner');

/** Products, and the kind of shop that sells them. Names have these words too, so they count only in a question, or alone with an area. */
export const PRODUCTS = new Phrases(phrasesByMeaning('product'));

/** Products that ask for their kind also as the only word, or with praise. Not `mad` and `Essen`, which are a word of names and a city. */
export const ASKED_ALONE: ReadonlySet<string> = foldedWordsOf('asked alone');

/** Praise that makes a name of them: Good Food, Fine Food. */
export const NAMES_FOOD: ReadonlySet<string> = foldedWordsOf('praised food');

/** What a place offers. Most places lack these data, so these words are left out first. Beside a kind, `mit terrasse` has lost its first word. */
const ATTRIBUTES = new Phrases([[true, phrasesOf('offer').flatMap((phrase) => [phrase, ...withoutLinkWord(phrase)])]]);

function withoutLinkWord(phrase: string): string[] {
  const [first = '', ...others] = foldedWords(phrase);
  return others.length > 0 && isLinkWord(first) ? [others.join(' ')] : [];
}

/** The words of a text that name what places offer. */
export function attributesIn(words: readonly string[]): string[] {
  const keys = words.map(foldedPhrase);
  const found = new Set<number>();
  for (let at = 0; at < keys.length;) {
    const end = ATTRIBUTES.longestMatchAt(keys, at)?.end ?? at;
    for (let position = at; position < end; position += 1) found.add(position);
    at = Math.max(end, at + 1);
  }
  return words.filter((_, position) => found.has(position));
}
