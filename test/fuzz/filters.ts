import { FIELDS } from '../../src/places/query/fields.js';
import { filterCases } from '../cases/filters.js';
import { type Random } from '../support/random.js';
import { anyText } from './texts.js';

/** Every rule of the grammar, and every field. */
const filters = [
  ...filterCases.map(([, filter]) => filter),
  ...FIELDS.flatMap(({ filterable, example }) => (filterable ? [example] : [])),
];

/** Filters that are combined, and mostly mutated. */
export function anyFilter(random: Random): string {
  let text = expression(random, random.between(0, 3));
  for (let mutations = random.next() < 0.6 ? random.between(1, 3) : 0; mutations > 0; mutations -= 1)
    text = mutated(random, text);
  return text;
}

function expression(random: Random, depth: number): string {
  if (depth === 0 || random.next() < 0.3) return random.pick(filters);
  const inner = (): string => expression(random, depth - 1);
  switch (random.between(0, 4)) {
    case 0:
      return `(${inner()})`;
    case 1:
      return `${inner()} AND ${inner()}`;
    case 2:
      return `${inner()} OR ${inner()}`;
    case 3:
      return `NOT ${inner()}`;
    default:
      return `-${inner()}`;
  }
}

function mutated(random: Random, text: string): string {
  const at = random.between(0, text.length);
  switch (random.between(0, 3)) {
    case 0:
      return text.slice(0, at) + text.slice(at + random.between(1, 3));
    case 1:
      return text.slice(0, at) + anyText(random) + text.slice(at);
    case 2:
      return text.slice(0, at);
    default:
      return text + text.slice(at);
  }
}
