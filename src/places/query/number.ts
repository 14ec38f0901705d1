const NUMBER = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})$/;

/** `NUMBER` without the limits on its length. */
const NUMBER_OF_ANY_LENGTH = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A plain decimal number whose integer part a double stores exactly; `undefined` for any other text. */
export function parseNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  // Adding 0 turns -0 into 0.
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number + 0 : undefined;
}

/** Whether a text is a number that is too long or too large for `parseNumber`. */
export function isNumberTooLarge(text: string): boolean {
  return NUMBER_OF_ANY_LENGTH.test(text) && parseNumber(text) === undefined;
}
