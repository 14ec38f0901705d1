import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type RequestContext } from './request-context.js';
import { PROBLEM_NAMESPACE, writeXml } from './xml.js';
import { setPageHeaders, markCode, page, type PageContext, searchForm, type Html, html } from './page.js';
import { type Language, type PageTexts } from './page-texts.js';
import {
  problemDocument,
  type ProblemError,
  type ProblemDocument,
  type ProblemFault,
  isProblemCode,
} from './problems.js';
import { problemTexts } from './problem-catalogue.js';
import { sentencePt } from './problem-catalogue-pt.js';

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
  setPageHeaders(response, context.pageTexts, isNotFound ? "'self'" : "'none'");
  const document = problemDocument(problem, context.baseUrl, context.id);
  return { type: 'text/html', body: isNotFound ? notFoundPage(document, context) : failurePage(document, context) };
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

/** What a person sees at an address that does not exist: what is missing, if that is known, and where to go on. */
function notFoundPage(problem: ProblemDocument, context: PageContext): string {
  const { pageTexts: texts, baseUrl, hasExplore } = context;
  const { title, text } = texts.notFound;
  const known = problem.detail.startsWith(problem.title) ? undefined : sentenceIn(texts.language, problem.detail);
  return page(
    title,
    context,
    html`<h1>${title}</h1>
<p>${known ?? text}</p>
${hasExplore && searchForm(context)}
<ul class="ways">
${hasExplore && html`<li><a href="${baseUrl}/explore">${texts.map}</a></li>`}
<li><a href="${baseUrl}/">${texts.startPage}</a></li>
<li><a href="${baseUrl}/docs">${texts.apiReference}</a></li>
</ul>`,
  );
}

/** A problem document as a page for people: what failed, each fault, and what to do. */
function failurePage(problem: ProblemDocument, context: PageContext): string {
  const { type, status, detail, code, errors, instance } = problem;
  const { language, failure: texts } = context.pageTexts;
  const own = isProblemCode(code) ? problemTexts(code, language) : undefined;
  // Documents have details in English. That of a missing token is what to do.
  const general = language !== 'en' || code === 'token_missing' ? own : undefined;
  const title = own?.title ?? problem.title;
  // The detail of some problems begins with their title, which is above it.
  const reason = detail.startsWith(`${problem.title}. `) ? detail.slice(problem.title.length + 2) : detail;
  const faults = errors.filter(({ parameter }) => parameter !== undefined);
  const hasAllReasons = faults.length > 0 && faults.every((fault) => sentenceIn(language, fault.reason) !== undefined);
  // `errors` is a member of the document. The page shows it in words.
  const remedy = faults.length > 0 && own?.remedy.includes('`errors`') === true ? texts.correct : own?.remedy;
  return page(
    title,
    context,
    html`<h1>${title}</h1>
${!hasAllReasons && html`<p>${general ? markCode(general.when) : reason}</p>`}
${faults.length > 0 && html`<h2>${texts.faults}</h2>\n${faults.map((fault) => faultList(fault, context.pageTexts))}`}
${remedy !== undefined && html`<h2>${texts.remedy}</h2>\n<p>${markCode(remedy)}</p>`}
<p><a href="${type}">${texts.more}</a></p>
<p class="quiet">${texts.status(status)}, <code>${code}</code>, <code>${instance}</code></p>`,
  );
}

/** Leaves out texts without a translation. The page then says in general what is wrong, and the parameter says where. */
function faultList({ parameter, value, reason, allowed = [], suggestion }: ProblemFault, texts: PageTexts): Html {
  const { language, failure } = texts;
  const known = sentenceIn(language, reason);
  const hasValue = value !== undefined && value !== '';
  const allowedHere = allowed.flatMap((text) => sentenceIn(language, text) ?? []);
  return html`<dl>
<dt>${failure.in} <code>${parameter}</code></dt>
${(hasValue || known !== undefined) && html`<dd>${hasValue && html`<code>${value}</code> `}${known}</dd>`}
${allowedHere.length > 0 && html`<dd>${failure.allowed} ${allowedHere.join(', ')}</dd>`}
${suggestion !== undefined && html`<dd>${failure.suggestion} <code>${suggestion}</code></dd>`}
</dl>
`;
}

function sentenceIn(language: Language, english: string): string | undefined {
  return language === 'pt' ? sentencePt(english) : english;
}
