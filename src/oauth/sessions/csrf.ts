import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The CSRF token of a form: an HMAC keyed with the session identifier, which other sites cannot read. Browsers have an
 * identifier before anybody signs in, so a forged form cannot sign a user in to another account either.
 */
export function formToken(session: string): string {
  return createHmac('sha256', session).update('form').digest('base64url');
}

export function isFormToken(session: string, token: string): boolean {
  const [expected, received] = [Buffer.from(formToken(session)), Buffer.from(token)];
  return expected.length === received.length && timingSafeEqual(expected, received);
}
