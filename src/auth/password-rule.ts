import { createRequire } from 'node:module';
import type * as LanguageCommon from '@zxcvbn-ts/language-common';

/** Lengths in Unicode code points: a letter or a simple emoji counts as one. */
const minLength = 8;
const maxLength = 1000;

/** Characters in alphabetical order and in the order of the keyboard. */
const sequences = ['abcdefghijklmnopqrstuvwxyz', '0123456789012345', 'qwertyuiopasdfghjklzxcvbnm'];

/**
 * What every new password of a user must be. Stored passwords are not checked again, and imported hashes cannot be.
 *
 * @param email of the user
 * @returns why the password is rejected, without repeating it; undefined if it is accepted
 */
export function passwordFault(password: string, email?: string | null): string | undefined {
  if (Array.from(normalise(password)).length < minLength)
    return `must have ${minLength} characters or more, without spaces around`;
  if (isTooLong(password)) return `must have ${maxLength.toLocaleString('en')} characters or fewer`;
  const typed = normalise(password);
  if (isCommon(typed))
    return 'is too common: it must not be on the list of common passwords, a repetition or a sequence';
  const ownEmail = normalise(email ?? '');
  const isOwn = ownEmail !== '' && [ownEmail, ownEmail.split('@')[0]].includes(typed);
  return isOwn ? 'must not be the e-mail address, nor the part before its @' : undefined;
}

/** Whether a password is longer than any password that a user may have. */
export function isTooLong(password: string): boolean {
  // A code point has one or two units.
  return password.length > maxLength && Array.from(password).length > maxLength;
}

/** Removes what does not protect from a guess: case, spaces around, invisible characters, and compatible forms of letters. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
}

/** The list of the package lacks repetitions and most sequences, because the package finds those by rules. */
function isCommon(typed: string): boolean {
  if (commonPasswords().has(typed)) return true;
  if (/^(.{1,4})\1+$/su.test(typed)) return true;
  const reversed = Array.from(typed).reverse().join('');
  return sequences.some((keys) => keys.includes(typed) || keys.includes(reversed));
}

let common: ReadonlySet<string> | undefined;

/** Loaded when the first password is set. The list takes 15 MB, and the service only compares passwords. */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common;
  const load = createRequire(__filename);
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof LanguageCommon;
  common = new Set(dictionary['passwords-common']);
  return common;
}
