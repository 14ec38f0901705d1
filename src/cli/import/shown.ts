/** Characters of a value that a reason shows. */
const longest = 80;

/** A value as a reason shows it to whoever wrote it: in JSON, its beginning where it is long. */
export function shown(value: unknown): string {
  const written = value === undefined ? 'nothing' : writtenOut(value);
  return written.length > longest ? `${written.slice(0, longest).toWellFormed()}…` : written;
}

/** What is nested deeper than the stack can be read, but not written. */
function writtenOut(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'a value that is nested too deeply to be shown';
  }
}
