import { fieldOf } from './fields.js';
import { type Bound, type Condition, type Leaf, type Notation, type Search, type Tree } from './search.js';

/** @returns the query string of a search */
export function printSearch(search: Search): string {
  const { filters, term, order, centre, radius, rectangle, rows, start } = search;
  const parameters: [string, string | number | undefined][] = [
    ['q', term && printLeaf(term)],
    ...filters.map((filter): [string, string] => ['fq', printTree(filter)]),
    ['sort', order.length === 0 ? undefined : order.map(printKey).join(',')],
    ['location.lat', centre?.lat],
    ['location.lng', centre?.lng],
    ['location.radius', radius],
    ['location.nw.lat', rectangle?.north],
    ['location.nw.lng', rectangle?.west],
    ['location.se.lat', rectangle?.south],
    ['location.se.lng', rectangle?.east],
    ['rows', rows],
    ['start', start],
    ['fl', 'location.distance'],
  ];
  return parameters
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(written(value))}`]))
    .join('&');
}

function printKey({ field, descending }: Search['order'][number]): string {
  return descending ? `${field} desc` : field;
}

function printTree(tree: Tree): string {
  switch (tree.type) {
    case 'leaf':
      return printLeaf(tree);
    case 'not':
      return `${tree.minus ? '-' : 'NOT '}${printOperand(tree.of, tree.of.type !== 'leaf')}`;
    case 'all':
      // Only OR binds looser than AND.
      return tree.of.map((part) => printOperand(part, part.type === 'any')).join(' AND ');
    case 'any':
      return tree.of.map((part) => printOperand(part, false)).join(' OR ');
  }
}

function printOperand(tree: Tree, needed: boolean): string {
  const text = printTree(tree);
  return needed || ('parenthesised' in tree && tree.parenthesised) ? `(${text})` : text;
}

function printLeaf({ field, condition, spelling }: Leaf): string {
  const { name, aliases } = fieldOf(field);
  const names = [name, ...aliases];
  return `${names[spelling % names.length]}:${printCondition(condition)}`;
}

function printCondition(condition: Condition): string {
  switch (condition.type) {
    case 'value':
      return condition.quoted ? quote(condition.text) : escape(condition.text);
    case 'prefix':
      return `${escape(condition.text)}*`;
    case 'number':
      return printNumber(condition.value, condition.notation);
    case 'range':
      return printRange(condition.lower, condition.upper);
    case 'present':
      return condition.braces ? '{* TO *}' : '[* TO *]';
    case 'one of':
      return `(${condition.of.map(printCondition).join(' OR ')})`;
  }
}

function printRange(lower: Bound, upper: Bound): string {
  const [from, to] = [lower, upper].map(({ value, notation }) =>
    value === undefined ? '*' : printNumber(value, notation),
  );
  return `${lower.inclusive ? '[' : '{'}${from} TO ${to}${upper.inclusive ? ']' : '}'}`;
}

function printNumber(value: number, notation: Notation): string {
  const digits = written(Math.abs(value));
  const sign = value < 0 ? '-' : '';
  switch (notation) {
    case 'plain':
      return sign + digits;
    case 'signed':
      return (sign || '+') + digits;
    case 'padded':
      return `${sign}00${digits}${digits.includes('.') ? '00' : '.0'}`;
    case 'quoted':
      return `"${sign}${digits}"`;
  }
}

/** Decimal digits, never an exponent. */
function written(value: string | number): string {
  return typeof value === 'string' || Number.isInteger(value) ? String(value) : value.toFixed(8).replace(/0+$/, '');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function escape(text: string): string {
  return text.replace(/[\s"()[\]{}*\\\-+!<>=&|~^?/'‘“]/gu, '\\$&');
}
