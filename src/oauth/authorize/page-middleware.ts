import { type NextFunction, type Request, type Response, text } from 'express';
import { ProblemError } from '../../http/problems/problems.js';
import { maxUrlLength } from '../../http/pipeline/validate-request.js';
import { pageHeaders } from './page-headers.js';
import { failurePage } from './pages/failure-page.js';
import { textsFor } from './pages/language.js';

const formType = 'application/x-www-form-urlencoded';

/** A form repeats the authorization request, which is at most one address. Percent-encoding can triple its length. */
const limit = 3 * maxUrlLength + 64 * 1024;

// Compressed bodies are rejected: they cost the sender little and the service much.
const readText = text({ type: () => true, limit, inflate: false });

/** Middleware of the sign-in and account pages: reads forms as text, and makes errors HTML pages for browsers. */
export function pageMiddleware(request: Request, response: Response, next: NextFunction): void {
  const texts = textsFor(request.get('accept-language'));
  response.set({ ...pageHeaders(), 'Content-Language': texts.lang }).vary('Accept-Language');
  // Not compressed: a page holds the CSRF token beside text of the caller, so its length would leak the token (BREACH).
  delete request.headers['accept-encoding'];
  if (request.accepts('html') !== false) {
    // http/problems/problem-writer.ts calls writeFailure.
    request.context.writeFailure = (problem) => ({
      type: 'text/html',
      body: failurePage(texts, problem, request.context.id),
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
