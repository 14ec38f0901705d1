import { FIELD_CATALOGUE_PATH, findField, suggestField, type Field } from './fields.js';
import { type Filter } from './filter-types.js';
import { checkFieldValue } from './check-value.js';
import { LIMITS } from './limits.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';
import { type ClauseNode, type FilterNode, type ValueNode } from './filter-tree.js';

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
  if (field?.kind === 'open') return { reason: `${name} is not filterable; the parameter open=now finds open places` };
  if (field) return { reason: `${name} is not filterable; ${FIELD_CATALOGUE_PATH} lists the fields` };
  const suggestion = suggestName(name);
  const reason = `unknown field "${name}"; ${FIELD_CATALOGUE_PATH} lists the fields`;
  return suggestion === undefined ? { reason } : { reason, suggestion };
}
