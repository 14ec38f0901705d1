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
  | JunctionFilter
  | { readonly type: 'not'; readonly filter: Filter }
  | EqualsFilter
  | WordsFilter
  | PrefixFilter
  | RangeFilter
  | PresenceFilter;

export interface JunctionFilter {
  readonly type: 'and' | 'or';
  readonly filters: readonly Filter[];
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

/** The syntax tree of a filter, whose fields and values `checkFilter` checks. */
export type FilterNode =
  | { readonly type: 'and' | 'or'; readonly children: readonly FilterNode[] }
  | { readonly type: 'not'; readonly child: FilterNode }
  | ClauseNode;

/** `field:value` */
interface ClauseNode {
  readonly type: 'clause';
  /** Its offset in UTF-16 units. */
  readonly start: number;
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

/**
 * Suggests names for the first `LIMITS.suggestions` unknown fields of a request, then none. `!id`, by which other languages
 * exclude a value, does not mean `id`.
 */
export function limitedSuggestions(): SuggestName {
  let remaining: number = LIMITS.suggestions;
  return (name) => {
    remaining -= 1;
    return remaining < 0 || name.startsWith('!') ? undefined : suggestField(name, (candidate) => candidate.filterable);
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
  const filter = checkNode(tree, { report, suggestName });
  return filter === undefined ? failure(...faults) : success(filter);
}

type Report = (fault: Omit<QueryFault, 'value'>) => void;

interface Context {
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
  if (field?.filterable === true) return checkValue(field, value, report);
  report(notFilterable(name, field, context.suggestName));
  return undefined;
}

function checkValue(field: Field, value: ValueNode, report: Report): Filter | undefined {
  if (value.type === 'list') {
    const filters = checkAll(value.values, (item) => checkValue(field, item, report));
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

/** Why a field rejects a value. The caller adds the text of the filter. */
type FieldFault = { readonly type: 'fault' } & Omit<QueryFault, 'value'>;

/** The result of checking one field with the value after its colon. */
type CheckedValue = Filter | FieldFault;

/** Checks that a field accepts the value after its colon. */
function checkFieldValue(field: Field, value: TextNode | PrefixNode | RangeNode): CheckedValue {
  if (value.type === 'range' && isPresence(value)) return { type: 'presence', field };
  if (field.kind === 'presence' || field.kind === 'parent') {
    return fault(`${field.name} can only be checked for presence`, { suggestion: `${field.name}:[* TO *]` });
  }
  // It would be compared as it is, and silently find nothing.
  if (value.type !== 'range' && value.foreign !== undefined && field.kind !== 'number')
    return fault(`"${value.foreign}" is syntax of other query languages; quote the value if it is text`);
  switch (value.type) {
    case 'text':
      return field.kind === 'text' ? checkWords(field, value) : checkEquals(field, value);
    case 'prefix':
      return checkPrefix(field, value);
    case 'range':
      return checkRange(field, value);
  }
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
  const allowed = 'digits with an optional sign and decimal point, or a range such as [4 TO *]';
  return fault(`${field.name} takes numbers, not "${text}": ${allowed}`);
}

function fault(reason: string, details: Omit<QueryFault, 'value' | 'reason'> = {}): FieldFault {
  return { type: 'fault', reason, ...details };
}
