import { type Html, html } from '../response/html.js';
import { markCode, page } from '../response/page.js';
import { problemCatalogue } from './problem-catalogue.js';
import { type ProblemDocument, type ProblemFault } from './problem-schema.js';
import { isProblemCode } from './problems.js';

/** A problem document as a page for people: what failed, each fault, and what to do. */
export function failurePage(
  { type, title, status, detail, code, errors, instance }: ProblemDocument,
  root: string,
): string {
  // The detail of some problems begins with their title, which is above it.
  const text = detail.startsWith(`${title}. `) ? detail.slice(title.length + 2) : detail;
  const faults = errors.filter(({ parameter }) => parameter !== undefined);
  return page(
    title,
    root,
    html`<h1>${title}</h1>
<p>${text}</p>
${faults.length > 0 && html`<h2>What is wrong</h2>\n${faults.map(faultList)}`}
${isProblemCode(code) && html`<h2>What to do</h2>\n<p>${markCode(problemCatalogue[code].remedy)}</p>`}
<p><a href="${type}">When this happens, with an example</a></p>
<p class="quiet">Status ${String(status)}, <code>${code}</code>, <code>${instance}</code></p>`,
  );
}

function faultList({ parameter, value, reason, allowed = [], suggestion }: ProblemFault): Html {
  return html`<dl>
<dt><code>${parameter}</code></dt>
<dd>${value !== undefined && value !== '' && html`<code>${value}</code> `}${reason}</dd>
${allowed.length > 0 && html`<dd>Allowed: ${allowed.join(', ')}</dd>`}
${suggestion !== undefined && html`<dd>Did you mean <code>${suggestion}</code>?</dd>`}
</dl>
`;
}
