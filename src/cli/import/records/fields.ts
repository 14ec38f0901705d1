import { z } from 'zod';
import { passwordFault, isAffordableHash, maxHashCost } from '../../../auth/passwords.js';
import { isStorable } from '../../../http/parameters.js';
import { emailAddress, storedEmail } from '../../../users/user.js';
import { isWebAddress } from '../../../http/links.js';
import { escapeInvisible, invisible, quoteValue } from '../../visible-text.js';
import { isPageAddress } from '../values/web-addresses.js';

/** The reason is appended to the value: `"x" must be a decimal number`. */
export class FieldError extends Error {}

/** The reason stands alone: the value is secret, absent or already in the message. */
class FieldErrorWithoutValue extends FieldError {}

export type Rule<T> = (value: unknown) => T;

/** A required field. */
export function required<T>(rule: Rule<T>): z.ZodType<T> {
  return field((value) => {
    if (value === undefined || value === null) throw new FieldErrorWithoutValue('is missing');
    return rule(value);
  });
}

/** An optional field. Null and empty strings count as absent. */
export function optional<T>(rule: Rule<T>): z.ZodType<T | null> {
  return field((value) => {
    const isAbsent = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
    return isAbsent ? null : rule(value);
  });
}

/** A nested object. Absent means empty. */
export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(
    (value) => value ?? {},
    z.object(shape, { error: ({ input }) => `${quoteValue(input)} must be an object` }),
  );
}

/** A list. Absent means empty. */
export function list<Item>(item: z.ZodType<Item>, maxItems: number): z.ZodType<Item[]> {
  const items = z.array(item, { error: ({ input }) => `${quoteValue(input)} must be a list` });
  return z.preprocess(
    (value) => value ?? [],
    items.max(maxItems, { error: ({ input }) => `has ${(input as unknown[]).length} entries, more than ${maxItems}` }),
  );
}

/** A required object: a list item or a whole line. */
export function record<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.object(shape, { error: ({ input }) => `${quoteValue(input)} must be an object` });
}

/** Runs a rule about several fields even if one of them is invalid. By default zod skips such rules. */
export const evenIfFieldsFail = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** A string, trimmed. */
export function text(maxLength: number): Rule<string> {
  return (value) => {
    if (typeof value !== 'string') throw new FieldError('must be a string');
    if (!isStorable(value)) throw new FieldError('holds NUL or half of a surrogate pair, which cannot be stored');
    const trimmed = value.trim();
    if (trimmed === '') throw new FieldErrorWithoutValue('is empty');
    if (trimmed.length > maxLength) throw new FieldError(`has ${trimmed.length} characters, more than ${maxLength}`);
    return trimmed;
  };
}

/** A new password, not trimmed. @param email of the user, if it is known */
export function password(value: unknown, email?: string | null): string {
  withoutValue(text(Infinity))(value);
  const fault = passwordFault(value as string, email);
  if (fault !== undefined) throw new FieldErrorWithoutValue(fault);
  return value as string;
}

/** An argon2id hash in PHC string format. Its cost is bounded, because every sign-in pays it. */
export function passwordHash(value: unknown): string {
  const hash = withoutValue(text(500))(value);
  const isHash = /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/.test(hash);
  if (isHash && isAffordableHash(hash)) return hash;
  const { memory, work } = maxHashCost;
  throw new FieldErrorWithoutValue(
    `must be an argon2id hash as \`export\` writes it, with m up to ${memory}, m × t up to ${work}, and m at least 8 × p`,
  );
}

/** Keeps secrets out of reasons, which are printed and logged. */
function withoutValue<T>(rule: Rule<T>): Rule<T> {
  return (value) => {
    try {
      return rule(value);
    } catch (error) {
      throw error instanceof FieldError ? new FieldErrorWithoutValue(error.message) : error;
    }
  };
}

/** The name or identifier of a record. Lists, logs and links show it, so all its characters must be visible. */
export function visibleText(maxLength: number): Rule<string> {
  const readText = text(maxLength);
  return (value) => {
    const given = readText(value);
    if (!invisible.test(given)) return given;
    throw new FieldErrorWithoutValue(`${escapeInvisible(quoteValue(given))} has control or invisible characters`);
  };
}

/** The limit of Elasticsearch for document ids. */
const maxIdentifierBytes = 512;

/**
 * An identifier, which becomes a path segment. Segments of other routes are reserved, and so are `.` and `..`, which clients resolve.
 *
 * @param reserved in lower case; compared without case, because routes are matched without case
 */
export function identifier(...reserved: string[]): Rule<string> {
  const readText = visibleText(200);
  return (value) => {
    const id = readText(value);
    const bytes = Buffer.byteLength(id);
    if (bytes > maxIdentifierBytes)
      throw new FieldError(`has ${bytes} bytes in UTF-8, more than ${maxIdentifierBytes}`);
    if (['.', '..', ...reserved].includes(id.toLowerCase()))
      throw new FieldErrorWithoutValue(
        `${JSON.stringify(id)} is reserved: the path of this record has another meaning`,
      );
    return id;
  };
}

/** A whole number, as a JSON number or a string. Returned as a string: `bigint` exceeds JavaScript numbers. */
export function wholeNumber(max: bigint): Rule<string> {
  return (value) => {
    const digits = typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';
    const number = /^\d{1,30}$/.test(digits) ? BigInt(digits) : -1n;
    if (number < 0n || number > max) throw new FieldError(`must be a whole number from 0 to ${max}`);
    return String(number);
  };
}

/** The limits of PostgreSQL's `integer` and `bigint`. */
export const maxInteger = 2n ** 31n - 1n;
export const maxBigint = 2n ** 63n - 1n;

/** A decimal number, as a JSON number or a string without exponent. Trailing zeros are kept. */
export function decimal(min: number, max: number): Rule<string> {
  return (value) => {
    const digits = typeof value === 'number' ? plainDigits(value) : typeof value === 'string' ? value.trim() : '';
    const isDecimal = /^-?\d{1,20}(\.\d{1,30})?$/.test(digits);
    if (!isDecimal || Number(digits) < min || Number(digits) > max) {
      throw new FieldError(`must be a decimal number from ${min} to ${max}`);
    }
    return digits;
  };
}

/** Writes a number without exponent. */
function plainDigits(value: number): string {
  const written = String(value);
  return written.includes('e') ? value.toFixed(20).replace(/\.?(?<!0)0+$/, '') : written;
}

/** A date as DD-MM-YYYY. Returned as YYYY-MM-DD. */
export function date(value: unknown): string {
  const [, dd = '', mm = '', yyyy = ''] =
    /^(\d{2})-(\d{2})-(\d{4})$/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  const iso = `${yyyy}-${mm}-${dd}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && yyyy !== '0000';
  if (!exists) throw new FieldError('must be an existing date, DD-MM-YYYY');
  return iso;
}

const minTimestamp = Date.parse('0001-01-01T00:00:00Z');
const maxTimestamp = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds since 1970. Returned in ISO 8601. */
export function timestamp(value: unknown): string {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minTimestamp || value > maxTimestamp) {
    throw new FieldError('must be a whole number of milliseconds since 1970, in the years 1 to 9999');
  }
  return new Date(value).toISOString();
}

/** A text or a number, as a text. */
export function textOrNumber(maxLength: number): Rule<string> {
  const readText = text(maxLength);
  return (value) => readText(typeof value === 'number' ? String(value) : value);
}

export function email(value: unknown): string {
  const address = emailAddress.safeParse(text(320)(value));
  if (!address.success) throw new FieldError('is not an e-mail address');
  return storedEmail(address.data);
}

/** The address of a page. */
export function pageAddress(value: unknown): string {
  const address = text(2000)(value);
  if (!isPageAddress(address)) throw new FieldError('is no web address');
  return address;
}

/** The address of a picture. */
export function webAddress(value: unknown): string {
  const address = text(2000)(value);
  if (!isWebAddress(address)) throw new FieldError('must be an http or https address, or have no scheme');
  return address;
}

/** The absolute address of a licence, as URL parsers write it: responses put it into a `Link` header. */
export function licenseAddress(value: unknown): string {
  const address = text(500)(value);
  const isWeb = /^https?:\/\//i.test(address) && URL.canParse(address);
  if (!isWeb) throw new FieldError('must be a whole http or https address, such as https://example.org/license');
  return new URL(address).href;
}

/** `preprocess` also runs for absent fields. */
function field<T>(rule: Rule<T>): z.ZodType<T> {
  return z.preprocess((value, context) => {
    try {
      return rule(value);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const message = error instanceof FieldErrorWithoutValue ? error.message : `${quoteValue(value)} ${error.message}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  }, z.custom<T>());
}
