import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';

/** The syntax of an e-mail address, international addresses included. */
export const emailAddress = z.string().max(320).regex(z.regexes.unicodeEmail, 'is not an e-mail address');

/** A domain that has two forms: in Unicode, and in ASCII with `xn--` (RFC 5891). */
const INTERNATIONAL = /[^\p{ASCII}]|xn--/iu;

/** The address as it is stored: an international domain in Unicode and in lower case. Any other text stays as it is. */
export function storedEmail(address: string): string {
  return withDomain(address, domainToUnicode);
}

/**
 * The texts under which an address may be stored: as given, and with both forms of its domain. Not only the import writes users, so
 * each form can occur. Statements compare them without case.
 */
export function emailForms(address: string): [given: string, unicode: string, ascii: string] {
  return [address, storedEmail(address), withDomain(address, domainToASCII)];
}

/** @param convert returns an empty text for an invalid domain */
function withDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const converted = at > 0 && INTERNATIONAL.test(domain) ? convert(domain) : '';
  return converted === '' ? address : `${address.slice(0, at)}@${converted}`;
}
