/** Formats milliseconds since the epoch as a date. */
export function day(created: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(created);
}

export function count(number: number, language: string): string {
  return new Intl.NumberFormat(language).format(number);
}

/** Formats a distance in metres. */
export function distance(metres: number, language: string): string {
  const isNear = metres < 1000;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isNear ? 'meter' : 'kilometer',
    maximumFractionDigits: metres < 10_000 ? 1 : 0,
  }).format(isNear ? metres : metres / 1000);
}

/** Formats a decimal text from a response. */
export function decimal(text: string, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(Number(text));
}
