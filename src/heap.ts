import { setFlagsFromString } from 'node:v8';

/**
 * Keeps this process small: V8 would let garbage pile up to several times what is in use before it looks for it, since
 * memory is there.
 *
 * @param percent by which the heap may grow in between
 */
export function limitHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
