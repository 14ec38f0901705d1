import { type Request } from 'express';
import { ProblemError } from '../../http/problems/problems.js';
import { type ParsedQuery, parseQuery } from '../../http/request/query-string.js';
import { maxUrlLength, maxParameters } from '../../http/pipeline/validate-request.js';
import { isStorable } from '../../storable.js';

interface HiddenFields {
  /** The CSRF token. */
  token: string;
  /** The authorization request of the page. It is checked again for each form. */
  request: ParsedQuery;
}

export interface SignInForm extends HiddenFields {
  action: 'sign-in';
  email: string;
  password: string;
}

const decisions = ['allow', 'deny', 'switch'] as const;

/**
 * A posted form. `action` is the button that the user pressed. `start` is a client's authorization request by POST, without
 * a button (RFC 6749, section 3.1).
 */
export type PostedForm =
  SignInForm | (HiddenFields & { action: (typeof decisions)[number] }) | { action: 'start'; request: ParsedQuery };

/** @throws ProblemError `malformed_request` */
export function readPostedForm(request: Request): PostedForm {
  const body = bodyOf(request);
  const sent = readPairs(body);
  if (sent.broken.length > 0) throw malformed();
  if (!sent.pairs.some(([name]) => name === 'action')) {
    // The response redirects to the request as an address.
    if (body.length > maxUrlLength) throw malformed();
    return { action: 'start', request: sent };
  }
  const valueOf = readFields(request);
  const hidden = { token: valueOf('token'), request: readPairs(valueOf('request')) };
  if (valueOf('action') === 'sign-in') return { ...hidden, action: 'sign-in', ...credentialsOf(valueOf) };
  const action = decisions.find((decision) => decision === valueOf('action'));
  if (action === undefined) throw malformed();
  return { ...hidden, action };
}

/** The value of a field; empty if the form has no such field. */
export type Fields = (name: string) => string;

/** Reads a form with each field once. @throws ProblemError `malformed_request` */
export function readFields(request: Request): Fields {
  const { pairs, broken } = readPairs(bodyOf(request));
  const values = new Map(pairs);
  if (broken.length > 0 || values.size < pairs.length || !pairs.flat().every(isStorable)) throw malformed();
  return (name) => values.get(name) ?? '';
}

export function credentialsOf(valueOf: Fields): { email: string; password: string } {
  return { email: valueOf('email').trim(), password: valueOf('password') };
}

function bodyOf({ body }: Request): string {
  return typeof body === 'string' ? body : '';
}

/** Rejects more parameters than an address may have, before it decodes them. */
function readPairs(text: string): ParsedQuery {
  if (text.split('&', maxParameters + 1).length > maxParameters) throw malformed();
  return parseQuery(`?${text}`);
}

export function malformed(): ProblemError {
  return new ProblemError('malformed_request', 'The form cannot be read.');
}
