import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type RequestContext } from './request-context.js';
import { PROBLEM_NAMESPACE, writeXml } from './xml.js';
import { pagePolicy, markCode, page } from './page.js';
import {
  problemDocument,
  type ProblemError,
  type ProblemDocument,
  type ProblemFault,
  isProblemCode,
} from './problems.js';
import { type Html, html } from './html.js';
import { problemCatalogue } from './problem-catalogue.js';

/** A failure as a response body. */
interface FailureBody {
  /** The media type, without charset. */
  type: string;
  body: string;
  /** The Content-Security-Policy of a page. */
  policy?: string;
}

/** Sends a failure in the format of the request, or in the format that its endpoint has set as `writeFailure`. */
export function sendProblem({ context }: IncomingMessage, response: ServerResponse, problem: ProblemError): void {
  const failure = context.writeFailure?.(problem) ?? writeProblem(problem, context);
  response.statusCode = problem.status;
  setProblemHeaders(response, problem, failure);
  // Not a text: for a closed connection, Node would report a text as sent.
  response.end(Buffer.from(failure.body));
}

export function setProblemHeaders(
  response: ServerResponse,
  problem: ProblemError,
  { type, body, policy }: FailureBody,
): void {
  if (policy !== undefined) response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(problem.extras.headers ?? {})) response.setHeader(name, value);
}

/** Writes a problem document (RFC 9457) in JSON or XML, or as a page for a person. */
export function writeProblem(
  problem: ProblemError,
  { id, baseUrl, problemFormat: format }: Pick<RequestContext, 'id' | 'baseUrl' | 'problemFormat'>,
): FailureBody {
  const document = problemDocument(problem, baseUrl, id);
  if (format === 'html') return { type: 'text/html', body: failurePage(document, baseUrl), policy: pagePolicy() };
  const body = format === 'xml' ? writeXml('problem', document, PROBLEM_NAMESPACE) : JSON.stringify(document);
  return { type: `application/problem+${format}`, body };
}

/** A problem document as a page for people: what failed, each fault, and what to do. */
function failurePage({ type, title, status, detail, code, errors, instance }: ProblemDocument, root: string): string {
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
