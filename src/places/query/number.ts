const NUMBER = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})$/;

/** Like `NUMBER`, however long. */
const LONG_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A plain decimal number that a double holds without loss of its whole part; `undefined` for any other text. */
export function readNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  // Adding zero makes -0 plain zero.
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number + 0 : undefined;
}

/** Whether a text is a number but for its length or greatness. */
export function isBeyondNumbers(text: string): boolean {
  return LONG_NUMBER.test(text) && readNumber(text) === undefined;
}
