import { type ProblemDocument } from '../../http/problems/problem-schema.js';
import { type ProblemCode, problemDocument, ProblemError } from '../../http/problems/problems.js';
import { examples } from '../openapi/examples.js';
import { problemCatalogue } from '../../http/problems/problem-catalogue.js';

/**
 * An example document of a problem: from the catalogue, else recorded from the service.
 *
 * @throws Error if neither has one
 */
export function problemExample(code: ProblemCode, baseUrl: string): ProblemDocument {
  const { example } = problemCatalogue[code];
  if (example) {
    const { detail, errors } = example;
    return problemDocument(new ProblemError(code, detail, errors && { errors }), baseUrl, 'example');
  }
  const recorded = examples.problems[code];
  if (!recorded) throw new Error(`The problem ${code} has no example`);
  return { ...recorded, type: recorded.type.replace(examples.baseUrl, baseUrl) };
}
