import { type Request, type Response } from 'express';
import { html } from '../../http/response/html.js';
import { headerLimits } from '../../http/response/link-header.js';
import { clearCookie, setCookie } from '../sessions/cookies.js';
import { pageHeaders } from './page-headers.js';
import { textsFor } from './pages/language.js';
import { layout } from './pages/layout.js';
import { type Texts } from './pages/texts/texts.js';

/** A page or a redirect; with `session` or `browser`, also a cookie that holds it. `endsSession` removes the cookie. */
export type BrowserResponse = { session?: string; browser?: string; endsSession?: boolean } & (
  | {
      status: number;
      page: string;
      /** Where the page's forms may lead (`formTargets`). */
      targets?: string[];
      headers?: Record<string, string>;
    }
  | { location: string }
);

/**
 * Redirects with 303: after a form, the browser has to turn to GET (RFC 9700, section 4.12). A page leads to an address that is too
 * long for a header, because `state` may have any length.
 */
export function sendBrowserResponse(request: Request, response: Response, content: BrowserResponse): void {
  if (content.endsSession === true) clearCookie(request, response, 'session');
  if (content.session !== undefined) setCookie(request, response, 'session', content.session);
  if (content.browser !== undefined) setCookie(request, response, 'browser', content.browser);
  if ('location' in content && content.location.length > headerLimits.location) {
    const texts = textsFor(request.get('accept-language'));
    response.set(pageHeaders()).type('html').send(forwardPage(texts, content.location));
    return;
  }
  if ('location' in content) {
    // No body: the address holds the code, and Express would repeat it there.
    response.status(303).set('Location', content.location).end();
    return;
  }
  const { status, page, targets = [], headers = {} } = content;
  response
    .status(status)
    .set(pageHeaders(["'self'", ...targets]))
    .set(headers)
    .type('html')
    .send(page);
}

function forwardPage(texts: Texts, location: string): string {
  return layout(
    texts,
    texts.forwardTitle,
    html`<h1>${texts.forwardTitle}</h1>
<p><a class="button" href="${location}">${texts.forward}</a></p>`,
    html`<meta http-equiv="refresh" content="0; url=${location}">`,
  );
}
