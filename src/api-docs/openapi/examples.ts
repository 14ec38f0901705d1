import { type ProblemDocument } from '../../http/problems/problem-schema.js';
import { type ProblemCode } from '../../http/problems/problems.js';
import { type Value } from '../../http/response/xml.js';
import taken from './examples.json';

/** Answers that are shown: of operations by name, and of problems. */
export interface Examples {
  /** The base address in them. */
  baseUrl: string;
  answers: Record<string, Record<string, Record<string, Value>>>;
  problems: Partial<Record<ProblemCode, ProblemDocument>>;
}

/** Real answers of the service over its demonstration data; a test writes and compares them. */
export const examples: Examples = taken;
