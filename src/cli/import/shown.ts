/** Characters of a value that a reason shows. */
const longest = 80;

/** A value as a reason shows it to whoever wrote it: in JSON, its beginning where it is long. */
export function shown(value: unknown): string {
  const written = value === undefined ? 'nothing' : JSON.stringify(value);
  return written.length > longest ? `${written.slice(0, longest).toWellFormed()}…` : written;
}
