import { InvalidArgumentError } from 'commander';

/** How many lines a list shows at most. */
export function parseLimit(value: string): number {
  const limit = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (limit < 1 || limit > 10_000) throw new InvalidArgumentError('It must be a whole number from 1 to 10000.');
  return limit;
}
