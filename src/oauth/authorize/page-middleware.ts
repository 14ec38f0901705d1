import { type NextFunction, type Request, type Response, text } from 'express';
import { ProblemError } from '../../http/problems.js';
import { maxUrlLength, maxParameters } from '../../http/request-context.js';
import { pageHeaders } from './browser.js';
import { failurePage } from './pages.js';
import { textsFor } from './texts.js';
import { type ParsedQuery, parseQuery } from '../../http/request-target.js';
import { isStorable } from '../../http/parameters.js';

const formType = 'application/x-www-form-urlencoded';

/** A form repeats the authorization request, which came as a URL. Percent-encoding can triple its length. */
const limit = 3 * maxUrlLength + 64 * 1024;

// Rejects compressed bodies: they cost the sender little and the service much.
const readText = text({ type: () => true, limit, inflate: false });

/** Middleware of the sign-in and account pages: reads forms as text, and makes errors HTML pages for browsers. */
export function pageMiddleware(request: Request, response: Response, next: NextFunction): void {
  const texts = textsFor(request);
  response.set({ ...pageHeaders(), 'Content-Language': texts.lang }).vary('Accept-Language');
  // Deleted, so that the compression stage leaves the page as it is: a page holds the CSRF token and text of the caller, so its compressed length would leak the token (BREACH).
  delete request.headers['accept-encoding'];
  if (request.accepts('html') !== false) {
    // http/problem-writer.ts calls writeFailure.
    request.context.writeFailure = (problem) => ({
      type: 'text/html',
      body: failurePage(texts, problem, request.context),
    });
  }
  if (request.method !== 'POST') {
    next();
  } else if (request.is(formType) === formType) {
    // The charset does not matter: a form is percent-encoded ASCII.
    delete request.headers['content-type'];
    readText(request, response, next);
  } else {
    const errors = [{ parameter: 'Content-Type', reason: 'is not that of a form', allowed: [formType] }];
    next(new ProblemError('unsupported_media_type', `Send a form (${formType}).`, { errors }));
  }
}

const buttons = ['sign-in', 'allow', 'deny', 'switch'] as const;

/**
 * A posted form. `action` is the button that the user pressed. `start` is a client's authorization request by POST, without
 * a button (RFC 6749, section 3.1).
 */
export type PostedForm =
  | { action: 'start'; request: ParsedQuery }
  | {
      action: (typeof buttons)[number];
      /** The CSRF token. */
      token: string;
      /** The authorization request of the page. It is checked again for each form. */
      request: ParsedQuery;
      /** Empty except for `sign-in`. */
      email: string;
      password: string;
    };

/** @throws ProblemError `malformed_request` */
export function readPostedForm(request: Request): PostedForm {
  const body = bodyOf(request);
  const sent = readPairs(body);
  if (sent.broken.length > 0) throw malformed();
  if (!sent.pairs.some(([name]) => name === 'action')) {
    // The response redirects to a URL with these parameters.
    if (body.length > maxUrlLength) throw malformed();
    return { action: 'start', request: sent };
  }
  const fieldOf = readerOf(sent);
  const action = buttons.find((button) => button === fieldOf('action'));
  if (action === undefined) throw malformed();
  return { action, token: fieldOf('token'), request: readPairs(fieldOf('request')), ...credentialsOf(fieldOf) };
}

/** The value of a field; empty if the form has no such field. */
type FormReader = (name: string) => string;

/** Reads a form with each field once. @throws ProblemError `malformed_request` */
export function readFields(request: Request): FormReader {
  return readerOf(readPairs(bodyOf(request)));
}

function readerOf({ pairs, broken }: ParsedQuery): FormReader {
  const values = new Map(pairs);
  if (broken.length > 0 || values.size < pairs.length || !pairs.flat().every(isStorable)) throw malformed();
  return (name) => values.get(name) ?? '';
}

export function credentialsOf(fieldOf: FormReader): { email: string; password: string } {
  return { email: fieldOf('email').trim(), password: fieldOf('password') };
}

function bodyOf({ body }: Request): string {
  return typeof body === 'string' ? body : '';
}

/** Rejects more parameters than a URL may have, before it decodes them. */
function readPairs(text: string): ParsedQuery {
  if (text.split('&', maxParameters + 1).length > maxParameters) throw malformed();
  return parseQuery(`?${text}`);
}

export function malformed(): ProblemError {
  return new ProblemError('malformed_request', 'The form cannot be read.');
}
