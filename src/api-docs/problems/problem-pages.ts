import { createHash } from 'node:crypto';
import { html, Html } from '../../http/response/html.js';
import { PROBLEM_PAGES, type ProblemCode, problems } from '../../http/problems/problems.js';
import { PROBLEM_NAMESPACE, writeXml } from '../../http/response/xml.js';
import { problemCatalogue } from './problem-catalogue.js';
import { problemExample } from './problem-example.js';

const style = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
td, th { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top } tr:target { outline: 2px solid }
pre { overflow-x: auto; padding: 1rem; border: 1px solid; border-radius: 8px; font-size: .875rem }`;

/** Content-Security-Policy: the pages load nothing but their inline style. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-ancestors 'none'",
].join('; ');

/** The list of all problems. Row ids keep old links of the form `/docs/problems#code` working. */
export function problemIndex(baseUrl: string): string {
  const rows = codes().map(
    (code) => html`<tr id="${code}"><td><a href="${addressOf(code, baseUrl)}"><code>${code}</code></a></td>
<td>${String(problems[code].status)}</td><td>${problems[code].title}</td></tr>
`,
  );
  return page(
    'Problems',
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

/** Turns text in backticks into `<code>`. */
function markCode(text: string): Html[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Place Directory</title>
<style>${new Html(style)}</style>
<main>
${content}
</main>
</html>
`.source;
}
