import { type NextFunction, type Request, type Response, text } from 'express';
import { ProblemError } from '../../http/problems/problems.js';
import { maxAddressLength } from '../../http/pipeline/validate-request.js';
import { pageHeaders } from './page-headers.js';
import { failurePage } from './pages/failure-page.js';
import { textsFor } from './pages/language.js';

const form = 'application/x-www-form-urlencoded';

/** A form carries on a request that may be as long as an address; of one character of it, browsers make up to three. */
const limit = 3 * maxAddressLength + 64 * 1024;

// What is compressed costs its sender nothing.
const read = text({ type: () => true, limit, inflate: false });

/** The middleware of the pages: failures are pages too, for callers who read such, and bodies are forms as text. */
export function pageRequest(request: Request, response: Response, next: NextFunction): void {
  const texts = textsFor(request.get('accept-language'));
  response.set({ ...pageHeaders(), 'Content-Language': texts.lang }).vary('Accept-Language');
  // A page holds a secret beside words of the caller's: compressed, its length would tell of the secret (BREACH).
  delete request.headers['accept-encoding'];
  if (request.accepts('html') !== false) {
    request.context.writeFailure = (problem) => ({
      type: 'text/html',
      body: failurePage(texts, problem, request.context.id),
    });
  }
  if (request.method !== 'POST') {
    next();
  } else if (request.is(form) === form) {
    // What a browser says of the charset does not matter: what is in a form is percent-encoded.
    delete request.headers['content-type'];
    read(request, response, next);
  } else {
    const errors = [{ parameter: 'Content-Type', reason: 'is not that of a form', allowed: [form] }];
    next(new ProblemError('unsupported_media_type', `Send a form (${form}).`, { errors }));
  }
}
