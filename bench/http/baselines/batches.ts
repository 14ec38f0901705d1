/** Groups values into lists of at most `size`. */
export function* batches<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const value of values) {
    if (batch.push(value) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
