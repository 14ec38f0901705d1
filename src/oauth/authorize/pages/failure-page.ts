import { type ProblemError } from '../../../http/problems/problems.js';
import { layout } from './layout.js';
import { html } from '../../../http/response/html.js';
import { type Texts } from './texts/texts.js';

/** A failure as a person reads it; the small print is for whoever makes the client. */
export function failurePage(texts: Texts, problem: ProblemError, requestId: string): string {
  const [title, reason] = wordsFor(texts, problem);
  return layout(
    texts,
    title,
    html`<h1>${title}</h1>
<p>${reason}</p>
<p class="quiet">${texts.forDevelopers} <span lang="en">${problem.detail}</span><br><code>${requestId}</code></p>`,
  );
}

function wordsFor(texts: Texts, { code, status }: ProblemError): [title: string, reason: string] {
  if (code === 'authorization_invalid') return [texts.invalidTitle, texts.invalidReason];
  return [texts.failedTitle, status >= 500 ? texts.failedReason : texts.refusedReason];
}

/** A form that was not made for this browser; `again` is the address that gives it a fresh one. */
export function stalePage(texts: Texts, again: string): string {
  return layout(
    texts,
    texts.staleTitle,
    html`<h1>${texts.staleTitle}</h1>
<p>${texts.staleReason}</p>
<p><a class="button" href="${again}">${texts.tryAgain}</a></p>`,
  );
}
