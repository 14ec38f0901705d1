import { Argument, InvalidArgumentError, Option } from 'commander';
import { closest, distance } from 'fastest-levenshtein';

/** A word is a slip of another if so many letters of ten differ. */
const MAX_DIFFERENCE = 0.4;

/** ` Did you mean places?`, if one of the names is near. */
export function didYouMean(typed: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const nearest = closest(typed.toLowerCase(), names);
  const isNear = distance(typed.toLowerCase(), nearest) <= Math.max(1, nearest.length * MAX_DIFFERENCE);
  return isNear ? ` Did you mean ${nearest}?` : '';
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
