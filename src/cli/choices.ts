import { Argument, InvalidArgumentError, Option } from 'commander';
import { editDistance } from '../places/query/text/edit-distance.js';

/** The part of its letters that may differ from a name. */
const MAX_DIFFERENCE = 0.4;

/** ` Did you mean places?`, if one of the names is near. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const distances = names.map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name) }));
  const [nearest] = distances.sort((a, b) => a.distance - b.distance);
  if (!nearest || nearest.distance > nearest.name.length * MAX_DIFFERENCE) return '';
  return ` Did you mean ${nearest.name}?`;
}

/** @throws InvalidArgumentError that names what is allowed, and what was meant */
export function oneOf<Name extends string>(names: readonly Name[], typed: string): Name {
  const found = names.find((name) => name === typed);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`Allowed: ${names.join(', ')}.${didYouMean(typed, names)}`);
}

/** An argument with one of these values. */
export function argumentOf(flags: string, description: string, names: readonly string[]): Argument {
  return new Argument(flags, description).choices(names).argParser((typed) => oneOf(names, typed));
}

/** An option with one of these values. */
export function optionOf(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, description).choices(names).argParser((typed) => oneOf(names, typed));
}
