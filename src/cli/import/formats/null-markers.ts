import { type JsonObject } from './field-values.js';

/** Texts that programs write for an absent value: PostgreSQL, MySQL, pandas, R, Excel, DBeaver, Go and JavaScript. */
const markers = new Set([
  ...['', '-', '--', '–', '—', '?', '\\N', 'NULL', 'null', 'Null', '(null)', '<null>', '[NULL]', 'nil', '<nil>'],
  ...['NaN', 'nan', 'NAN', '-nan', '-NaN', 'NaT', 'None', 'none', '<NA>', '#N/A', '#NA', '#NULL!', 'N/A', 'n/a'],
  ...['undefined', '1.#QNAN', '1.#IND', '-1.#QNAN', '-1.#IND'],
]);

/** `NA` of R is also Namibia, Naples and a name. */
const mayBeNa = /country|region|state|province|county|name|title/i;

export function isNullMarker(text: string): boolean {
  return markers.has(text.trim());
}

/** The columns of a table, where null markers are null. */
export function withoutNullMarkers(record: JsonObject): JsonObject {
  const entries = Object.entries(record).map(([column, value]) => {
    const isNull =
      typeof value === 'string' && (isNullMarker(value) || (value.trim() === 'NA' && !mayBeNa.test(column)));
    return [column, isNull ? null : value];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/** An identifier, telephone number or post code that a program has taken for a number: `14015550100.0`. */
export function withoutFraction(text: string | undefined): string | undefined {
  return text?.replace(/^(\d+)\.0+$/, '$1');
}
