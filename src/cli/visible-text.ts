/**
 * Characters that nobody sees: controls, which move the cursor or rewrite lines of a terminal; those of direction, which
 * reverse what follows; separators of lines; and other invisible ones.
 */
export const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** All invisible characters, except those that join the letters of a name or the parts of an emoji. */
const controls = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text with invisible characters as escapes of JSON, such as `\u001b`. In JSON they mean the same. */
export function escapeControls(text: string): string {
  return text.replace(controls, escapesOf);
}

/** The text with all invisible characters as escapes of JSON. */
export function escapeInvisible(text: string): string {
  return text.replace(new RegExp(invisible, 'gu'), escapesOf);
}

function escapesOf(character: string): string {
  let escapes = '';
  for (let index = 0; index < character.length; index += 1) {
    escapes += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escapes;
}

/** `1 place`, `2,000 places` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** `a, b, and 2 more` @param shown the first of all names @param count of all names */
export function namesAndMore(shown: readonly string[], count: number): string {
  const more = count - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join(', ');
}

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
