import { type Request } from 'express';
import { ProblemError } from '../../http/problems/problems.js';
import { type ParsedQuery, parseQuery } from '../../http/request/query-string.js';
import { maxAddressLength, maxParameters } from '../../http/pipeline/validate-request.js';
import { isStorable } from '../../http/request/storable.js';

interface FormFields {
  token: string;
  /** The authorization request that the form carries on; it is checked anew each time. */
  request: ParsedQuery;
}

/** What the sign-in form says. */
export interface SignInForm extends FormFields {
  action: 'sign-in';
  email: string;
  password: string;
}

const decisions = ['allow', 'deny', 'switch'] as const;

/**
 * What is posted: a form of the pages, by the button that sent it. A client may send its own request by POST as well
 * (RFC 6749, section 3.1): then there is no button.
 */
export type Posted =
  SignInForm | (FormFields & { action: (typeof decisions)[number] }) | { action: 'ask'; request: ParsedQuery };

/** @throws ProblemError `malformed_request` */
export function readPosted(request: Request): Posted {
  const body = typeof request.body === 'string' ? request.body : '';
  const sent = readPairs(body);
  if (sent.broken.length > 0) throw unreadable();
  const values = new Map(sent.pairs);
  if (!values.has('action')) {
    // It goes on as an address.
    if (body.length > maxAddressLength) throw unreadable();
    return { action: 'ask', request: sent };
  }
  if (values.size < sent.pairs.length || !sent.pairs.flat().every(isStorable)) throw unreadable();
  const of = (name: string) => values.get(name) ?? '';
  const fields = { token: of('token'), request: readPairs(of('request')) };
  if (of('action') === 'sign-in')
    return { ...fields, action: 'sign-in', email: of('email').trim(), password: of('password') };
  const action = decisions.find((one) => one === of('action'));
  if (action === undefined) throw unreadable();
  return { ...fields, action };
}

/** Decodes no more parameters than an address may have. */
function readPairs(text: string): ParsedQuery {
  if (text.split('&', maxParameters + 1).length > maxParameters) throw unreadable();
  return parseQuery(`?${text}`);
}

function unreadable(): ProblemError {
  return new ProblemError('malformed_request', 'The form cannot be read.');
}
