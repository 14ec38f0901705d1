const maxLength = 80;

/** A value as a rejection reason quotes it: JSON, cut to 80 characters. */
export function quoteValue(value: unknown): string {
  const json = value === undefined ? 'nothing' : toJson(value);
  return json.length > maxLength ? `${json.slice(0, maxLength).toWellFormed()}…` : json;
}

/** `JSON.stringify` overflows the stack on values that `JSON.parse` can read. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'a value that is nested too deeply to be shown';
  }
}
