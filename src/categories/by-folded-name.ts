import { fold } from '../places/query/text/fold.js';

interface Named {
  id: string;
  name: string;
}

/** The order of lists by name: folded as place search does in code point order, then by id (design, section 9). */
export function byFoldedName(a: Named, b: Named): number {
  return byCodePoint(fold(a.name), fold(b.name)) || byCodePoint(a.id, b.id);
}

/** UTF-8 keeps the order of code points; JavaScript's own comparison goes by UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
