/** PostgreSQL's text holds neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
