import { z } from 'zod';
import { isStorable } from '../../../http/request/storable.js';
import { emailAddress } from '../../../users/email.js';
import { shown } from '../shown.js';

/** What is wrong with a value, for whoever wrote it: it is said of the value, which goes before it. */
class Fault extends Error {}

/** The same where the value is not to be shown, or is in the message already. */
class BareFault extends Fault {}

export type Rule<T> = (value: unknown) => T;

/** A field that must be there. */
export function required<T>(rule: Rule<T>): z.ZodType<T> {
  return field((value) => {
    if (value === undefined || value === null) throw new BareFault('is missing, and is needed');
    return rule(value);
  });
}

/** A field that may be absent, or null; an empty text is as good as absent. */
export function optional<T>(rule: Rule<T>): z.ZodType<T | null> {
  return field((value) => {
    const isAbsent = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
    return isAbsent ? null : rule(value);
  });
}

/** A member that is an object with members of its own; absent, it is as good as empty. */
export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess(
    (value) => value ?? {},
    z.object(shape, { error: ({ input }) => `${shown(input)} must be an object` }),
  );
}

/** A member that is a list; absent, it is as good as empty. */
export function list<Item>(item: z.ZodType<Item>, most: number): z.ZodType<Item[]> {
  const items = z.array(item, { error: ({ input }) => `${shown(input)} must be a list` });
  return z.preprocess(
    (value) => value ?? [],
    items.max(most, { error: ({ input }) => `has ${(input as unknown[]).length} entries, more than ${most}` }),
  );
}

/** An object that must be there, in a list or as a whole line. */
export function record<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.object(shape, { error: ({ input }) => `${shown(input)} must be an object` });
}

/** For a rule about several members: it is looked at even when one of them has a fault of its own, but not in what is no record. */
export const besidesOtherFaults = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** A text, trimmed. */
export function text(longest: number): Rule<string> {
  return (value) => {
    if (typeof value !== 'string') throw new Fault('must be a text');
    if (!isStorable(value)) throw new Fault('holds NUL or half of a surrogate pair, which cannot be stored');
    const trimmed = value.trim();
    if (trimmed === '') throw new BareFault('is empty');
    if (trimmed.length > longest) throw new Fault(`has ${trimmed.length} characters, more than ${longest}`);
    return trimmed;
  };
}

/** A password: every character counts, spaces at its ends too. */
export function password(value: unknown): string {
  secret(text(1000))(value);
  return value as string;
}

/** The hash of a password as an export writes it (PHC string format). What it costs to check is bounded. */
export function passwordHash(value: unknown): string {
  const hash = secret(text(500))(value);
  const [, memory, passes] =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=\d\$[\w+/]{11,}\$[\w+/]{22,}$/.exec(hash) ?? [];
  if (Number(memory) <= 1_048_576 && Number(passes) <= 10) return hash;
  throw new BareFault('must be an argon2id hash, as an export writes it');
}

/** Reasons are seen by more people than secrets are. */
function secret<T>(rule: Rule<T>): Rule<T> {
  return (value) => {
    try {
      return rule(value);
    } catch (error) {
      throw error instanceof Fault ? new BareFault(error.message) : error;
    }
  };
}

/** Bytes. Elasticsearch takes no longer identifier of a document. */
const longestIdentifier = 512;

/** An identifier, which becomes a segment of addresses: some have a meaning of their own there. */
export function identifier(...reserved: string[]): Rule<string> {
  const read = text(200);
  return (value) => {
    const id = read(value);
    const bytes = Buffer.byteLength(id);
    if (bytes > longestIdentifier) throw new Fault(`has ${bytes} bytes in UTF-8, more than ${longestIdentifier}`);
    if (['.', '..', ...reserved].includes(id))
      throw new BareFault(`cannot be ${JSON.stringify(id)}, which is reserved`);
    return id;
  };
}

/** A whole number in digits or as a JSON number, read as text: it may be larger than JavaScript counts. */
export function wholeNumber(largest: bigint): Rule<string> {
  return (value) => {
    const digits = typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';
    const number = /^\d{1,30}$/.test(digits) ? BigInt(digits) : -1n;
    if (number < 0n || number > largest) throw new Fault(`must be a whole number from 0 to ${largest}`);
    return String(number);
  };
}

/** The largest numbers that PostgreSQL's `integer` and `bigint` hold. */
export const largestInteger = 2n ** 31n - 1n;
export const largestBigint = 2n ** 63n - 1n;

/** A decimal number in plain digits or as a JSON number. Its text is kept, trailing zeros too. */
export function decimal(least: number, most: number): Rule<string> {
  return (value) => {
    const digits = typeof value === 'number' ? plain(value) : typeof value === 'string' ? value.trim() : '';
    const isDecimal = /^-?\d{1,20}(\.\d{1,30})?$/.test(digits);
    if (!isDecimal || Number(digits) < least || Number(digits) > most) {
      throw new Fault(`must be a decimal number from ${least} to ${most}`);
    }
    return digits;
  };
}

/** JavaScript writes small numbers with an exponent. */
function plain(value: number): string {
  const written = String(value);
  return written.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : written;
}

/** A day written DD-MM-YYYY (interface, section 2.2), as PostgreSQL wants it. */
export function day(value: unknown): string {
  const [, dd = '', mm = '', yyyy = ''] =
    /^(\d{2})-(\d{2})-(\d{4})$/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  const iso = `${yyyy}-${mm}-${dd}`;
  const date = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && yyyy !== '0000';
  if (!exists) throw new Fault('must be a day that exists, written DD-MM-YYYY');
  return iso;
}

const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment in milliseconds since the epoch (interface, section 2.1), as PostgreSQL wants it. */
export function moment(value: unknown): string {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < earliest || value > latest) {
    throw new Fault('must be a whole number: milliseconds since 1970, of a moment in the years 1 to 9999');
  }
  return new Date(value).toISOString();
}

/** A telephone number: only its digits are kept. */
export function phone(value: unknown): string {
  const written = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  const digits = text(100)(written).replace(/\D/g, '');
  if (digits.length === 0 || digits.length > 30) throw new Fault('must have 1 to 30 digits');
  return digits;
}

export function email(value: unknown): string {
  const address = emailAddress.safeParse(text(320)(value));
  if (!address.success) throw new Fault('is not an e-mail address');
  return address.data;
}

/** `preprocess`, because it is asked about members that are absent too. */
function field<T>(read: Rule<T>): z.ZodType<T> {
  return z.preprocess((value, context) => {
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const message = error instanceof BareFault ? error.message : `${shown(value)} ${error.message}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  }, z.custom<T>());
}
