/**
 * The edits between two texts: a wrong, a missing or an extra letter, or two swapped neighbours, as in Elasticsearch (optimal
 * string alignment). No package has it right: `damerau-levenshtein` gives up on `categories.subcategories.name`, where the
 * lengths differ within, and the others count a swap twice.
 *
 * @param limit what is at least that far apart counts as `limit`
 */
export function editDistance(a: string, b: string, limit = Infinity): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const wrong = a[row - 1] === b[column - 1] ? 0 : 1;
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + wrong);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      current.push(edits);
    }
    // Both, because a swap refers to the row before the last.
    if (Math.min(...current) >= limit && Math.min(...last) >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return Math.min(at(last, b.length), limit);
}

/** An edit count of a row, which always has the column. */
function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}
