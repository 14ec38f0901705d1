import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type RequestContext } from './request-context.js';
import { PROBLEM_NAMESPACE, writeXml } from './xml.js';
import { englishPage, setPageHeaders, markCode, page, type PageContext, searchForm, type Html, html } from './page.js';
import { english } from './page-texts.js';
import { problemDocument, type ProblemError, type ProblemFault } from './problems.js';
import { problemCatalogue } from './problem-catalogue.js';

/** A failure as a response body. */
interface FailureBody {
  /** The media type, without charset. */
  type: string;
  body: string;
}

/** Sends a failure in the format of the request, or in the format that its endpoint has set as `writeFailure`. */
export function sendProblem({ context }: IncomingMessage, response: ServerResponse, problem: ProblemError): void {
  response.statusCode = problem.status;
  const failure = context.writeFailure?.(problem) ?? writeFailure(problem, context, response);
  setProblemHeaders(response, problem, failure);
  // Not a text: for a closed connection, Node would report a text as sent.
  response.end(Buffer.from(failure.body));
}

export function setProblemHeaders(response: ServerResponse, problem: ProblemError, { type, body }: FailureBody): void {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(problem.extras.headers ?? {})) response.setHeader(name, value);
}

/** A problem document, or a page for a person. */
function writeFailure(problem: ProblemError, context: RequestContext, response: ServerResponse): FailureBody {
  const { problemFormat: format } = context;
  if (format !== 'html') return writeProblem(problem, format, context);
  const isNotFound = problem.code === 'route_not_found';
  setPageHeaders(response, isNotFound ? context.pageTexts : english, isNotFound ? "'self'" : "'none'");
  return { type: 'text/html', body: isNotFound ? notFoundPage(context) : failurePage(problem, context) };
}

/** Writes a problem document (RFC 9457). */
export function writeProblem(
  problem: ProblemError,
  format: 'json' | 'xml',
  { id, baseUrl }: Pick<RequestContext, 'id' | 'baseUrl'>,
): FailureBody {
  const document = problemDocument(problem, baseUrl, id);
  const body = format === 'xml' ? writeXml('problem', document, PROBLEM_NAMESPACE) : JSON.stringify(document);
  return { type: `application/problem+${format}`, body };
}

/** What a person sees at an address that does not exist, and where to go on. */
function notFoundPage(context: PageContext): string {
  const { pageTexts: texts, baseUrl, hasExplore } = context;
  const { title, text } = texts.notFound;
  return page(
    title,
    context,
    html`<h1>${title}</h1>
<p>${text}</p>
${hasExplore && searchForm(context)}
<ul class="ways">
${hasExplore && html`<li><a href="${baseUrl}/explore">${texts.map}</a></li>`}
<li><a href="${baseUrl}/">${texts.startPage}</a></li>
<li><a href="${baseUrl}/docs">${texts.apiReference}</a></li>
</ul>`,
  );
}

/** A problem document as a page for people, in English: what failed or each fault, and what to do. */
function failurePage(problem: ProblemError, context: RequestContext): string {
  const { type, title, status, detail, code, errors, instance } = problemDocument(problem, context.baseUrl, context.id);
  const faults = errors.filter(({ parameter }) => parameter !== undefined);
  return englishPage(
    title,
    context,
    html`<h1>${title}</h1>
${faults.length === 0 ? html`<p>${detail}</p>` : faults.map(faultList)}
<h2>What to do</h2>
<p>${markCode(problemCatalogue[problem.code].remedy)}</p>
<p><a href="${type}">When this happens, with an example</a></p>
<p class="quiet">Status ${String(status)}, <code>${code}</code>, <code>${instance}</code></p>`,
  );
}

function faultList({ parameter, value, reason, allowed = [], suggestion }: ProblemFault): Html {
  const hasValue = value !== undefined && value !== '';
  return html`<dl>
<dt>In <code>${parameter}</code></dt>
<dd>${hasValue && html`<code>${value}</code> `}${reason}</dd>
${allowed.length > 0 && html`<dd>Allowed: ${allowed.join(', ')}</dd>`}
${suggestion !== undefined && html`<dd>Did you mean: <code>${suggestion}</code></dd>`}
</dl>
`;
}
