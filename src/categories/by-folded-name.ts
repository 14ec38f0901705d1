import { fold } from '../places/query/text/fold.js';

interface Named {
  id: string;
  name: string;
}

/** Compares by name, folded as in place search, then by identifier. Both in code point order. */
export function byFoldedName(a: Named, b: Named): number {
  return byCodePoint(fold(a.name), fold(b.name)) || byCodePoint(a.id, b.id);
}

/** UTF-8 bytes have the order of code points. JavaScript compares UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
