import { problemDocument, type ProblemError } from './problems.js';
import { shortProblem } from './problem.size.js';
import { type RequestContext } from './request-context.js';
import { PROBLEM_NAMESPACE, writeXml } from './xml.js';

/** What has to be known of a request to tell it of a problem. */
type Told = Pick<RequestContext, 'id' | 'baseUrl' | 'format'>;

/** A problem as a body in the format that was asked for, and the type of that. */
export function writeProblem(problem: ProblemError, { id, baseUrl, format }: Told): { type: string; body: string } {
  const document = shortProblem(problemDocument(problem, baseUrl, id), problem.extras.untold);
  if (format === 'xml') {
    return { type: 'application/problem+xml', body: writeXml('problem', document, PROBLEM_NAMESPACE) };
  }
  return { type: 'application/problem+json', body: JSON.stringify(document) };
}
