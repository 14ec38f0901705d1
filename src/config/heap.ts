import { setFlagsFromString } from 'node:v8';

/**
 * Limits how far the heap grows between two garbage collections. On a machine with free memory, V8 would let it grow to
 * several times the size of the live objects.
 *
 * @param percent of the live objects
 */
export function limitHeapGrowthPercent(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
