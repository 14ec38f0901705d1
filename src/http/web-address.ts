/** For texts without a scheme. */
const anyPage = 'https://page.invalid';

/**
 * Whether a browser that loads this text as a picture or opens it as a link uses HTTP. It does so for relative addresses
 * too, which old data has. `javascript:`, `data:` and `file:` would run or read what an attacker chose.
 */
export function isWebAddress(text: string): boolean {
  // Most addresses; parsing takes longer.
  if (/^https?:\/\//i.test(text)) return true;
  return URL.canParse(text, anyPage) && /^https?:$/.test(new URL(text, anyPage).protocol);
}

/** The address; undefined if it must not be shown. */
export function shownAddress(text: string | null | undefined): string | undefined {
  return typeof text === 'string' && isWebAddress(text) ? text : undefined;
}
