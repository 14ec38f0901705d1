import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type RequestContext } from '../pipeline/request-context.js';
import { PROBLEM_NAMESPACE, writeXml } from '../response/xml.js';
import { pagePolicy } from '../response/page.js';
import { failurePage } from './failure-page.js';
import { limitProblemSize } from './problem-size.js';
import { problemDocument, type ProblemError } from './problems.js';

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
  const document = limitProblemSize(problemDocument(problem, baseUrl, id), problem.extras.omittedCount);
  if (format === 'html') return { type: 'text/html', body: failurePage(document, baseUrl), policy: pagePolicy() };
  const body = format === 'xml' ? writeXml('problem', document, PROBLEM_NAMESPACE) : JSON.stringify(document);
  return { type: `application/problem+${format}`, body };
}
