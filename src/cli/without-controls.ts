/** Control characters move the cursor or rewrite lines of a terminal; those of direction reverse what follows. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with control characters as escapes, such as `\u001b`. */
export function withoutControls(text: string): string {
  return text.replace(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
