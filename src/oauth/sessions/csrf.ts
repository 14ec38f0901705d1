import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What a form carries so that no other site can send it: made from the session's identifier, which other sites cannot
 * read. It works before anybody is signed in as well, so nobody is signed in as somebody else by a forged form.
 */
export function formToken(session: string): string {
  return createHmac('sha256', session).update('form').digest('base64url');
}

export function isFormToken(session: string, token: string): boolean {
  const [expected, given] = [Buffer.from(formToken(session)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
