import { type ProblemError } from '../../../http/problems/problems.js';
import { layout } from './layout.js';
import { html } from '../../../http/response/html.js';
import { type Texts } from './texts/texts.js';

/** An error for the user, with details for the developer of the client. */
export function failurePage(texts: Texts, problem: ProblemError, requestId: string): string {
  const [title, reason] = textsOf(texts, problem);
  return layout(
    texts,
    title,
    html`<h1>${title}</h1>
<p>${reason}</p>
<p class="quiet">${texts.forDevelopers} <span lang="en">${problem.detail}</span><br><code>${requestId}</code></p>`,
  );
}

function textsOf(texts: Texts, { code, status }: ProblemError): [title: string, reason: string] {
  if (code === 'authorization_invalid') return [texts.invalidTitle, texts.invalidReason];
  return [texts.failedTitle, status >= 500 ? texts.failedReason : texts.rejectedReason];
}

/** A rejected form. @param retryLocation where the user gets a new form */
export function stalePage(texts: Texts, retryLocation: string): string {
  return layout(
    texts,
    texts.staleTitle,
    html`<h1>${texts.staleTitle}</h1>
<p>${texts.staleReason}</p>
<p><a class="button" href="${retryLocation}">${texts.tryAgain}</a></p>`,
  );
}
