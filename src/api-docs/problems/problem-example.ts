import { type ProblemDocument } from '../../http/problems/problem-schema.js';
import { type ProblemCode, problemDocument, ProblemError } from '../../http/problems/problems.js';
import { examples } from '../openapi/examples.js';
import { catalogue } from './problem-catalogue.js';

/**
 * A problem as it is answered: a real answer where one is taken, else one with the catalogue's words.
 *
 * @throws Error when neither shows this problem
 */
export function problemExample(code: ProblemCode, baseUrl: string): ProblemDocument {
  const { example } = catalogue[code];
  if (example) {
    const { detail, errors } = example;
    return problemDocument(new ProblemError(code, detail, errors && { errors }), baseUrl, 'example');
  }
  const taken = examples.problems[code];
  if (!taken) throw new Error(`Nothing shows the problem ${code}`);
  return { ...taken, type: taken.type.replace(examples.baseUrl, baseUrl) };
}
