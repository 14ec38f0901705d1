import { SetMetadata } from '@nestjs/common';
import { type z } from 'zod';
import { type ProblemCode } from '../problems/problems.js';

/** An answer in JSON and XML alike: its wrapper key, which is the root element in XML, and what that holds. */
interface Wrapped {
  root: string;
  schema: z.ZodType;
}

/** What a route with a format of its own answers, by media type; nothing where the answer has no body. */
export interface OwnAnswer {
  description: string;
  content?: Readonly<Record<string, z.ZodType>>;
}

/** What callers are told of a route: `/openapi.json` is made of it. */
export interface Documentation {
  /** The name of the operation, unique and stable: generated clients call it so. */
  id: string;
  /** The same for the user who owns the token, where `me` may stand for `{userId}`. */
  me?: string;
  summary: string;
  /** Markdown. */
  description: string;
  /** What 200 brings, in JSON and XML. */
  answer?: Wrapped;
  /** What a route with a format of its own brings, by status. */
  answers?: Readonly<Partial<Record<number | 'default', OwnAnswer>>>;
  /** Query parameters that no set reads. */
  query?: z.ZodObject;
  /** What can go wrong here, beside what can anywhere. */
  problems?: readonly ProblemCode[];
  /** The body of the request, form-encoded. */
  form?: z.ZodType;
  /** Requests over the demonstration data whose answers are shown, by name. */
  examples?: Readonly<Record<string, string>>;
}

export const DOCUMENTATION = Symbol('DOCUMENTATION');

/** What is said of a route in `/openapi.json`. A test fails where a route has none. */
export const Documented = (documentation: Documentation) =>
  SetMetadata<symbol, Documentation>(DOCUMENTATION, documentation);
