interface Named {
  id: string;
  name: string;
}

/** The order of lists by name: folded (no case, no accents) in code point order, then by id (design, section 9). */
export function byFoldedName(a: Named, b: Named): number {
  return byCodePoint(fold(a.name), fold(b.name)) || byCodePoint(a.id, b.id);
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** UTF-8 keeps the order of code points; JavaScript's own comparison goes by UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
