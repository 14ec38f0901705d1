import { type Random } from '../../../src/demonstration/island/random.js';

/**
 * Draws positions from 0 by Zipf's law: the position at rank r comes in proportion to 1 / r^exponent.
 *
 * @param size the number of positions
 */
export function zipf(
  random: Random,
  { size, exponent, draws }: { size: number; exponent: number; draws: number },
): number[] {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 1; rank <= size; rank += 1) sums[rank - 1] = sum += rank ** -exponent;
  return Array.from({ length: draws }, () => firstAtLeast(sums, random.next() * sum));
}

function firstAtLeast(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
