import { type Field } from './fields.js';
import { type Bound, type Filter } from './filter-types.js';
import { isLongerThan, LIMITS } from './limits.js';
import { isNumberTooLarge, parseNumber } from './number.js';
import { type QueryFault } from './result.js';
import { withoutMarks } from './text/fold.js';
import { countWords } from './text/words.js';
import { type BoundNode, type PrefixNode, type RangeNode, type TextNode } from './filter-tree.js';

const MIN_PREFIX_LENGTH = 2;

/**
 * Why a field rejects a value. The caller adds the text of the filter. `replacement` is the clause that was probably meant.
 */
type FieldFault = { readonly type: 'fault'; readonly replacement?: string } & Omit<QueryFault, 'value'>;

/** The result of checking one field with the value after its colon. */
type CheckedValue = Filter | FieldFault;

/** Checks that a field accepts the value after its colon. */
export function checkFieldValue(field: Field, value: TextNode | PrefixNode | RangeNode): CheckedValue {
  if (value.type === 'range' && isPresence(value)) return { type: 'presence', field };
  if (field.kind === 'presence' || field.kind === 'parent') {
    return fault(`${field.name} can only be checked for presence`, { suggestion: `${field.name}:[* TO *]` });
  }
  const foreign =
    value.type === 'range' || value.foreign === undefined ? undefined : foreignFault(field, value.foreign);
  if (foreign) return foreign;
  switch (value.type) {
    case 'text':
      return field.kind === 'text' ? checkWords(field, value) : checkEquals(field, value);
    case 'prefix':
      return checkPrefix(field, value);
    case 'range':
      return checkRange(field, value);
  }
}

const QUOTE = 'quote the value if it is text';

/** The ranges of comparisons of numbers. */
const COMPARISONS: Readonly<Record<string, (bound: string) => string>> = {
  '>': (bound) => `{${bound} TO *]`,
  '>=': (bound) => `[${bound} TO *]`,
  '<': (bound) => `[* TO ${bound}}`,
  '<=': (bound) => `[* TO ${bound}]`,
  '=': (bound) => bound,
};

/**
 * The fault of a word that means something else in other query languages. It would be compared as it is, and silently find
 * nothing.
 *
 * @param word as written, with its escapes
 */
function foreignFault({ name, kind }: Field, word: string): FieldFault | undefined {
  const [, comparison, bound = ''] = /^([<>]=?|=)(.+)$/su.exec(word) ?? [];
  if (kind === 'number') {
    const range = comparison !== undefined && parseNumber(bound) !== undefined && COMPARISONS[comparison]?.(bound);
    return range ? foreignWord(`"${word}" is a comparison; write a range`, `${name}:${range}`) : undefined;
  }
  const quoted = `${name}:"${word.replace(/^['‘“](.*)['’”]$/su, '$1').replaceAll('"', '\\"')}"`;
  if (/^[-!]/u.test(word)) {
    return foreignWord(
      `"${word}" begins with an operator: to exclude a value, write NOT before the field; ${QUOTE}`,
      `NOT ${name}:${word.slice(1)}`,
    );
  }
  if (word.startsWith('+')) {
    return foreignWord(
      `"${word}" begins with an operator, but every clause is required; ${QUOTE}`,
      `${name}:${word.slice(1)}`,
    );
  }
  if (/^['‘“].*['’”]$/su.test(word))
    return foreignWord(`only double quotes enclose a value, not those of ${word}`, quoted);
  if (/^\/.*\/$/su.test(word))
    return foreignWord(`"${word}" is a regular expression, which filters do not have; ${QUOTE}`, quoted);
  if (/[&|]{2}/u.test(word)) {
    return foreignWord(`"${word}" has an operator: write AND or OR between clauses; ${QUOTE}`, quoted);
  }
  const [suffix] = /[~^][\d.]*$/u.exec(word) ?? [];
  if (suffix !== undefined) {
    const reason = suffix.startsWith('~')
      ? `"${word}" is a fuzzy search, which filters do not have: q corrects typing errors`
      : `"${word}" is a boost, which filters do not have: they do not change the order`;
    return foreignWord(`${reason}; ${QUOTE}`, `${name}:${word.slice(0, -suffix.length)}`);
  }
  // The address of a page has a slash before its question mark.
  if (/^[^/]*\?/u.test(word)) {
    return foreignWord(`"?" is no wildcard: word* finds what begins so; ${QUOTE}`, quoted);
  }
  return comparison === undefined
    ? undefined
    : foreignWord(`"${word}" is a comparison, which is for numbers; ${QUOTE}`, quoted);
}

function foreignWord(reason: string, replacement: string): FieldFault {
  return { type: 'fault', reason, replacement };
}

/** Whether a range is `[* TO *]`. Brackets and braces are equal around `*`. */
function isPresence({ lower, upper }: RangeNode): boolean {
  return lower.text === undefined && upper.text === undefined;
}

/** `field:value` of a text field: all words in any order or, if quoted, as a phrase. */
function checkWords(field: Field, { text: original, quoted }: TextNode): CheckedValue {
  const text = original.normalize('NFC');
  if (countWords(text) > LIMITS.wordsPerValue) return fault(`a value has at most ${LIMITS.wordsPerValue} words`);
  return { type: 'words', field, text, phrase: quoted };
}

/** `field:value` of an exact field, an id or a number. */
function checkEquals(field: Field, { text }: TextNode): CheckedValue {
  if (field.kind === 'id') return { type: 'equals', field, value: text };
  if (field.kind !== 'number') return { type: 'equals', field, value: text.normalize('NFC') };
  const value = parseNumber(text);
  return value === undefined ? notANumber(field, text) : { type: 'equals', field, value };
}

/** `field:word*` of a text or exact field. */
function checkPrefix(field: Field, { text: original }: PrefixNode): CheckedValue {
  if (field.kind !== 'text' && field.kind !== 'exact') {
    return fault(`${field.name} takes no prefix: prefixes are for text and exact fields`);
  }
  const text = original.normalize('NFC');
  // Folding removes marks, so a prefix of marks alone would match every place.
  if (Array.from(withoutMarks(text)).length < MIN_PREFIX_LENGTH) {
    return fault(`the prefix "${original}*" is too short: it needs at least ${MIN_PREFIX_LENGTH} characters`);
  }
  if (isLongerThan(LIMITS.prefixLength, text)) return fault(`a prefix has at most ${LIMITS.prefixLength} characters`);
  if (countWords(text) > LIMITS.wordsPerValue) return fault(`a value has at most ${LIMITS.wordsPerValue} words`);
  return { type: 'prefix', field, text };
}

/** `field:[lower TO upper]` of a number. A brace excludes its bound; `*` leaves a side open. */
function checkRange(field: Field, { lower, upper }: RangeNode): CheckedValue {
  if (field.kind !== 'number') return fault(`${field.name} takes no range but [* TO *]: ranges are for numbers`);
  for (const { text } of [lower, upper]) {
    if (text !== undefined && parseNumber(text) === undefined) return notANumber(field, text);
  }
  return { type: 'range', field, lower: toBound(lower), upper: toBound(upper) };
}

function toBound({ text, inclusive }: BoundNode): Bound | undefined {
  const value = text === undefined ? undefined : parseNumber(text);
  return value === undefined ? undefined : { value, inclusive };
}

/** The fault of a text that is not a number in a number field. */
function notANumber(field: Field, text: string): CheckedValue {
  if (isNumberTooLarge(text)) {
    const max = Number.MAX_SAFE_INTEGER;
    return fault(`${field.name} takes numbers up to ${max} with at most 40 decimals, not "${text}"`);
  }
  return fault(`${field.name} takes numbers, not "${text}": digits with an optional sign and decimal point`);
}

function fault(reason: string, details: Omit<QueryFault, 'value' | 'reason'> = {}): FieldFault {
  return { type: 'fault', reason, ...details };
}
