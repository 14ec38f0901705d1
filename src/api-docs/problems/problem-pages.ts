import { html } from '../../http/response/html.js';
import { PROBLEM_PAGES, type ProblemCode, problems } from '../../http/problems/problems.js';
import { markCode, page } from '../../http/response/page.js';
import { PROBLEM_NAMESPACE, writeXml } from '../../http/response/xml.js';
import { problemCatalogue } from '../../http/problems/problem-catalogue.js';
import { problemExample } from './problem-example.js';

/** The list of all problems. Row ids keep old links of the form `/docs/problems#code` working. */
export function problemIndex(baseUrl: string): string {
  const rows = codes().map(
    (code) => html`<tr id="${code}"><td><a href="${addressOf(code, baseUrl)}"><code>${code}</code></a></td>
<td>${String(problems[code].status)}</td><td>${problems[code].title}</td></tr>
`,
  );
  return page(
    'Problems',
    baseUrl,
    html`<h1>Problems</h1>
<p>Every error is a problem document (RFC 9457) in JSON or XML. Its <code>type</code> is the address of its page here.
Programs should check <code>code</code>, which is stable. Texts may change.</p>
<table><thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">title</th></tr></thead>
<tbody>
${rows}</tbody></table>`,
  );
}

/** The page of one problem: when it happens, what to do, and an example in JSON and XML. */
export function problemPage(code: ProblemCode, baseUrl: string): string {
  const { status, title } = problems[code];
  const { when, remedy } = problemCatalogue[code];
  const example = problemExample(code, baseUrl);
  return page(
    title,
    baseUrl,
    html`<p><a href="${baseUrl}${PROBLEM_PAGES}">All problems</a></p>
<h1>${title}</h1>
<p>Status ${String(status)}, code <code>${code}</code></p>
<h2>When it happens</h2>
<p>${markCode(when)}</p>
<h2>What to do</h2>
<p>${markCode(remedy)}</p>
<h2>In JSON</h2>
<pre tabindex="0" aria-label="Example in JSON">${JSON.stringify(example, null, 2)}</pre>
<h2>In XML</h2>
<pre tabindex="0" aria-label="Example in XML">${onePerLine(writeXml('problem', example, PROBLEM_NAMESPACE))}</pre>`,
  );
}

function codes(): ProblemCode[] {
  return Object.keys(problems) as ProblemCode[];
}

function addressOf(code: ProblemCode, baseUrl: string): string {
  return `${baseUrl}${PROBLEM_PAGES}/${code}`;
}

/** The XML writer puts everything on one line. */
function onePerLine(xml: string): string {
  return xml.replaceAll('><', '>\n<');
}
