import { FIELD_LIST, findField, suggestField, type Field } from './fields.js';
import { type Filter } from './filter.js';
import { LIMITS } from './limits.js';
import { checkEquals } from './operators/equals.js';
import { objection, type Checked } from './operators/operator.js';
import { checkPrefix } from './operators/prefix.js';
import { checkPresence, isPresence } from './operators/presence.js';
import { checkRange } from './operators/range.js';
import { checkWords } from './operators/words.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';
import { type ClauseNode, type FilterNode, type ValueNode } from './tree.js';

/** Finds the name of a field that a misspelt one is nearest to. */
type Suggest = (name: string) => string | undefined;

/** Suggests for the first unknown names of a request, and no more after that. */
export function fewSuggestions(): Suggest {
  let left: number = LIMITS.suggestions;
  return (name) => {
    left -= 1;
    return left < 0 ? undefined : suggestField(name, (candidate) => candidate.filterable);
  };
}

/**
 * Whether the fields of a filter exist and admit what is asked of them: the filter, or all its faults at once.
 *
 * @param suggest one for all filters of a request
 */
export function checkFilter(text: string, tree: FilterNode, suggest = fewSuggestions()): QueryResult<Filter> {
  const faults: QueryFault[] = [];
  const report: Report = ({ reason, allowed, suggestion }) => {
    faults.push({ value: text, reason, ...(allowed && { allowed }), ...(suggestion !== undefined && { suggestion }) });
  };
  const filter = checkNode(tree, { report, suggest });
  return filter === undefined ? failure(...faults) : success(filter);
}

type Report = (fault: Omit<QueryFault, 'value'>) => void;

interface Context {
  readonly report: Report;
  readonly suggest: Suggest;
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

function checkClause({ field: name, value, start }: ClauseNode, context: Context): Filter | undefined {
  const report: Report = (fault) => {
    context.report({ ...fault, reason: start === 0 ? fault.reason : `${fault.reason} (at character ${start + 1})` });
  };
  const field = findField(name);
  if (field?.filterable !== true) {
    report(unusable(name, field, context.suggest));
    return undefined;
  }
  return checkValue(field, value, report);
}

function checkValue(field: Field, value: ValueNode, report: Report): Filter | undefined {
  if (value.type === 'list') {
    const filters = checkAll(value.values, (item) => checkValue(field, item, report));
    return filters && { type: 'or', filters };
  }
  const checked = checkSingle(field, value);
  if (checked.type !== 'objection') return checked;
  report(checked);
  return undefined;
}

function checkSingle(field: Field, value: Exclude<ValueNode, { type: 'list' }>): Checked {
  if (value.type === 'range' && isPresence(value)) return checkPresence(field);
  if (field.kind === 'presence' || field.kind === 'parent') {
    return objection(`${field.name} can only be asked for its presence`, { suggestion: `${field.name}:[* TO *]` });
  }
  switch (value.type) {
    case 'text':
      return field.kind === 'text' ? checkWords(field, value) : checkEquals(field, value);
    case 'prefix':
      return checkPrefix(field, value);
    case 'range':
      return checkRange(field, value);
  }
}

/** Checks every one, so that the faults of all are reported. */
function checkAll<Node>(nodes: readonly Node[], check: (node: Node) => Filter | undefined): Filter[] | undefined {
  const filters = nodes.map(check);
  const sound = filters.filter((filter) => filter !== undefined);
  return sound.length === filters.length ? sound : undefined;
}

function unusable(name: string, field: Field | undefined, suggest: Suggest): Omit<QueryFault, 'value'> {
  if (field?.kind === 'distance')
    return { reason: `${name} cannot be filtered by; location.radius limits the distance` };
  if (field) return { reason: `${name} cannot be filtered by; ${FIELD_LIST} lists the fields` };
  const suggestion = suggest(name);
  const reason = `unknown field "${name}"; ${FIELD_LIST} lists the fields`;
  return suggestion === undefined ? { reason } : { reason, suggestion };
}
