import { type ProblemDocument, type ProblemCode } from '../../http/problems.js';
import { type Value } from '../../http/xml.js';
import recorded from './examples.json';

/** Example responses by operation id and name, and example problems by code. */
export interface Examples {
  /** The base address that the examples contain. */
  baseUrl: string;
  responses: Record<string, Record<string, Record<string, Value>>>;
  problems: Partial<Record<ProblemCode, ProblemDocument>>;
}

/** Recorded from the service with its demonstration data by test/e2e/openapi.spec.ts. */
export const examples: Examples = recorded;
