import { type Random } from '../support/random.js';
import { FIELDS } from '../../src/places/query/fields.js';
import { anyText } from './texts.js';

const words = ['Santos', 'São', 'paulo', 'pizza', '7', '4.5', '-3', 'M', 'a', 'masp'];
const fields = FIELDS.filter(({ filterable }) => filterable);

/** A filter of the grammar, sometimes with random mutations. */
export function anyFilter(random: Random): string {
  let text = expression(random, random.between(0, 3));
  for (let mutations = random.next() < 0.35 ? random.between(1, 3) : 0; mutations > 0; mutations -= 1)
    text = mutated(random, text);
  return text;
}

function expression(random: Random, depth: number): string {
  if (depth === 0 || random.next() < 0.3) return clause(random);
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

function clause(random: Random): string {
  const { name, example } = random.pick(fields);
  if (random.next() < 0.75) return example.startsWith(`${name}:`) ? example : `${name}:${example}`;
  return `${random.next() < 0.9 ? name : anyText(random)}:${value(random)}`;
}

function value(random: Random): string {
  const word = (): string => (random.next() < 0.8 ? random.pick(words) : anyText(random));
  const bound = (): string => (random.next() < 0.3 ? '*' : word());
  switch (random.between(0, 6)) {
    case 0:
      return `"${word()} ${word()}"`;
    case 1:
      return `${word()}*`;
    case 2:
      return `[${bound()} TO ${bound()}]`;
    case 3:
      return `{${bound()} TO ${bound()}}`;
    case 4:
      return `(${Array.from({ length: random.between(1, 8) }, word).join(' OR ')})`;
    case 5:
      return '[* TO *]';
    default:
      return word();
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
