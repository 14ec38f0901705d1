import { FIELD_LIST, findField, suggestField, type Field } from './fields.js';
import { type Filter } from './filter.js';
import { checkEquals } from './operators/equals.js';
import { objection, type Checked } from './operators/operator.js';
import { checkPrefix } from './operators/prefix.js';
import { checkPresence, isPresence } from './operators/presence.js';
import { checkRange } from './operators/range.js';
import { checkWords } from './operators/words.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';
import { type ClauseNode, type FilterNode, type ValueNode } from './tree.js';

/** Whether the fields of a filter exist and admit what is asked of them: the filter, or all its faults at once. */
export function checkFilter(text: string, tree: FilterNode): QueryResult<Filter> {
  const faults: QueryFault[] = [];
  const filter = checkNode(tree, ({ reason, allowed, suggestion }) => {
    faults.push({ value: text, reason, ...(allowed && { allowed }), ...(suggestion !== undefined && { suggestion }) });
  });
  return filter === undefined ? failure(...faults) : success(filter);
}

type Report = (fault: Omit<QueryFault, 'value'>) => void;

function checkNode(node: FilterNode, report: Report): Filter | undefined {
  switch (node.type) {
    case 'and':
    case 'or': {
      const filters = checkAll(node.children, (child) => checkNode(child, report));
      return filters && { type: node.type, filters };
    }
    case 'not': {
      const filter = checkNode(node.child, report);
      return filter && { type: 'not', filter };
    }
    case 'clause':
      return checkClause(node, report);
  }
}

function checkClause({ field: name, value, start }: ClauseNode, reportFault: Report): Filter | undefined {
  const report: Report = (fault) => {
    reportFault({ ...fault, reason: start === 0 ? fault.reason : `${fault.reason} (at character ${start + 1})` });
  };
  const field = findField(name);
  if (field?.filterable !== true) {
    report(unusable(name, field));
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

function unusable(name: string, field: Field | undefined): Omit<QueryFault, 'value'> {
  if (field?.kind === 'distance')
    return { reason: `${name} cannot be filtered by; location.radius limits the distance` };
  if (field) return { reason: `${name} cannot be filtered by; ${FIELD_LIST} lists the fields` };
  const suggestion = suggestField(name, (candidate) => candidate.filterable);
  const reason = `unknown field "${name}"; ${FIELD_LIST} lists the fields`;
  return suggestion === undefined ? { reason } : { reason, suggestion };
}
