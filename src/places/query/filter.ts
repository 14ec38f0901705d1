import { type Field, FIELD_CATALOGUE_PATH, findField, suggestField } from './fields.js';
import {
  LIMITS,
  failure,
  success,
  type QueryFault,
  type QueryResult,
  isLongerThan,
  isNumberTooLarge,
  parseNumber,
} from './parsing.js';
import { withAsciiDigits, withoutMarks } from '../words/fold.js';
import { countWords } from '../words/words.js';

/** A checked filter: its fields exist and accept their values. Only `checkFilter` creates filters, so each can be compiled. */
export type Filter =
  | AndFilter
  | OrFilter
  | NotFilter
  | EqualsFilter
  | WordsFilter
  | PrefixFilter
  | RangeFilter
  | PresenceFilter;

export interface AndFilter {
  readonly type: 'and';
  readonly filters: readonly Filter[];
}

interface OrFilter {
  readonly type: 'or';
  readonly filters: readonly Filter[];
}

interface NotFilter {
  readonly type: 'not';
  readonly filter: Filter;
}

/** An exact field, an id or a number has this value. */
export interface EqualsFilter {
  readonly type: 'equals';
  readonly field: Field;
  readonly value: string | number;
}

/** A text field contains all words of the text; as a phrase, in this order and without words between them. */
export interface WordsFilter {
  readonly type: 'words';
  readonly field: Field;
  readonly text: string;
  readonly phrase: boolean;
}

/** The value of an exact field, or a word of a text field, starts with the text. */
export interface PrefixFilter {
  readonly type: 'prefix';
  readonly field: Field;
  readonly text: string;
}

/** A number lies between the bounds. An absent bound is open. */
export interface RangeFilter {
  readonly type: 'range';
  readonly field: Field;
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
}

interface Bound {
  readonly value: number;
  readonly inclusive: boolean;
}

/** The place has the field. */
interface PresenceFilter {
  readonly type: 'presence';
  readonly field: Field;
}

/** The syntax tree of a filter, whose fields and values `checkFilter` checks. Offsets count UTF-16 units; `end` is exclusive. */
export type FilterNode = AndNode | OrNode | NotNode | ClauseNode;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface AndNode {
  readonly type: 'and';
  readonly children: readonly FilterNode[];
}

interface OrNode {
  readonly type: 'or';
  readonly children: readonly FilterNode[];
}

interface NotNode {
  readonly type: 'not';
  readonly child: FilterNode;
}

/** `field:value` */
interface ClauseNode extends Span {
  readonly type: 'clause';
  readonly field: string;
  readonly value: ValueNode;
}

export type ValueNode = TextNode | PrefixNode | RangeNode | ListNode;

/** A word or a quoted text, with its escapes resolved. */
interface TextNode {
  readonly type: 'text';
  readonly text: string;
  readonly quoted: boolean;
  /** A word as written, if other query languages read it as syntax. */
  readonly foreign?: string;
}

/** `word*` */
interface PrefixNode {
  readonly type: 'prefix';
  readonly text: string;
  readonly foreign?: string;
}

/** `[lower TO upper]`. A brace in place of a bracket excludes the bound. */
interface RangeNode {
  readonly type: 'range';
  readonly lower: BoundNode;
  readonly upper: BoundNode;
}

/** `text` is absent for an open bound, `*`. */
interface BoundNode {
  readonly text?: string;
  readonly inclusive: boolean;
}

/** `(value OR value)` */
interface ListNode {
  readonly type: 'list';
  readonly values: readonly ValueNode[];
}

/** Returns the field name that is nearest to a misspelt one. */
type SuggestName = (name: string) => string | undefined;

/** Suggests names for the first `LIMITS.suggestions` unknown fields of a request, then none. */
export function limitedSuggestions(): SuggestName {
  let remaining: number = LIMITS.suggestions;
  return (name) => {
    remaining -= 1;
    return remaining < 0 ? undefined : suggestField(name, (candidate) => candidate.filterable);
  };
}

/**
 * Checks that the fields of a filter exist and accept their values. Returns the filter, or all its faults.
 *
 * @param suggestName shared by all filters of a request
 */
export function checkFilter(text: string, tree: FilterNode, suggestName = limitedSuggestions()): QueryResult<Filter> {
  const faults: QueryFault[] = [];
  const report: Report = ({ reason, allowed, suggestion }) => {
    faults.push({ value: text, reason, ...(allowed && { allowed }), ...(suggestion !== undefined && { suggestion }) });
  };
  const filter = checkNode(tree, { text, report, suggestName });
  return filter === undefined ? failure(...faults) : success(filter);
}

type Report = (fault: Omit<QueryFault, 'value'>) => void;

interface Context {
  /** The whole filter. */
  readonly text: string;
  readonly report: Report;
  readonly suggestName: SuggestName;
}

function checkNode(node: FilterNode, context: Context): Filter | undefined {
  switch (node.type) {
    case 'and':
    case 'or': {
      const filters = checkAll(node.children, (child) => checkNode(child, context));
      return filters && { type: node.type, filters };
    }
    case 'not': {
      const filter = checkNode(node.child, context);
      return filter && { type: 'not', filter };
    }
    case 'clause':
      return checkClause(node, context);
  }
}

function checkClause(node: ClauseNode, context: Context): Filter | undefined {
  const { field: name, value, start } = node;
  const report: Report = (fault) => {
    context.report({ ...fault, reason: start === 0 ? fault.reason : `${fault.reason} (at character ${start + 1})` });
  };
  const field = findField(name);
  if (field?.filterable !== true) {
    report(foreignOperator(node, context.text) ?? notFilterable(name, field, context.suggestName));
    return undefined;
  }
  return checkValue(field, value, ({ replacement, ...fault }) => {
    report(replacement === undefined ? fault : { ...fault, suggestion: withClause(node, context.text, replacement) });
  });
}

/** The filter with another clause in place of this one. */
function withClause({ start, end }: ClauseNode, text: string, clause: string): string {
  return text.slice(0, start) + clause + text.slice(end);
}

/** The fault of a clause whose field has an operator of other query languages: `!field:value`, `+field:value`. */
function foreignOperator(node: ClauseNode, text: string): Omit<QueryFault, 'value'> | undefined {
  const [, before = '', name = '', after = ''] = /^([-!+‐-―−]?)(.*?)(!?)$/su.exec(node.field) ?? [];
  const operator = before || after;
  if (operator === '' || findField(name)?.filterable !== true) return undefined;
  const clause = name + text.slice(node.start + node.field.length, node.end);
  const suggestion = withClause(node, text, operator === '+' ? clause : `NOT ${clause}`);
  const instead = operator === '+' ? 'every clause is required' : 'write NOT or - before the clause';
  return { reason: `"${operator}" is no operator: ${instead}`, suggestion };
}

type ReportValue = (fault: Omit<QueryFault, 'value'> & { readonly replacement?: string }) => void;

function checkValue(field: Field, value: ValueNode, report: ReportValue): Filter | undefined {
  if (value.type === 'list') {
    // A replacement of the whole clause would leave out the other values.
    const reportItem: ReportValue = ({ replacement, ...fault }) => {
      report(value.values.length > 1 || replacement === undefined ? fault : { ...fault, replacement });
    };
    const filters = checkAll(value.values, (item) => checkValue(field, item, reportItem));
    return filters && { type: 'or', filters };
  }
  const checked = checkFieldValue(field, value);
  if (checked.type !== 'fault') return checked;
  report(checked);
  return undefined;
}

/** Checks every node, even after a fault, so that all faults are reported. */
function checkAll<Node>(nodes: readonly Node[], check: (node: Node) => Filter | undefined): Filter[] | undefined {
  const results = nodes.map(check);
  const filters = results.filter((filter) => filter !== undefined);
  return filters.length === results.length ? filters : undefined;
}

function notFilterable(name: string, field: Field | undefined, suggestName: SuggestName): Omit<QueryFault, 'value'> {
  if (field?.kind === 'distance') {
    return { reason: `${name} is not filterable; location.radius limits the distance` };
  }
  if (name === 'open' || name === 'openChanges') {
    return { reason: `${name} is not filterable; the parameter open=now finds open places` };
  }
  if (field) return { reason: `${name} is not filterable; ${FIELD_CATALOGUE_PATH} lists the fields` };
  const suggestion = suggestName(name);
  const reason = `unknown field "${name}"; ${FIELD_CATALOGUE_PATH} lists the fields`;
  return suggestion === undefined ? { reason } : { reason, suggestion };
}

const MIN_PREFIX_LENGTH = 2;

/**
 * Why a field rejects a value. The caller adds the text of the filter. `replacement` is the clause that was probably meant.
 */
type FieldFault = { readonly type: 'fault'; readonly replacement?: string } & Omit<QueryFault, 'value'>;

/** The result of checking one field with the value after its colon. */
type CheckedValue = Filter | FieldFault;

/** Checks that a field accepts the value after its colon. */
function checkFieldValue(field: Field, value: TextNode | PrefixNode | RangeNode): CheckedValue {
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
  const value = parseNumber(withAsciiDigits(text));
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
    if (text !== undefined && parseNumber(withAsciiDigits(text)) === undefined) return notANumber(field, text);
  }
  return { type: 'range', field, lower: toBound(lower), upper: toBound(upper) };
}

function toBound({ text, inclusive }: BoundNode): Bound | undefined {
  const value = text === undefined ? undefined : parseNumber(withAsciiDigits(text));
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
