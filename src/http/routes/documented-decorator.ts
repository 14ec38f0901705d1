import { SetMetadata } from '@nestjs/common';
import { type z } from 'zod';
import { type ProblemCode } from '../problems/problems.js';

/** A response in JSON or XML, and in GeoJSON if the route has that format (`@Formats`). */
interface NegotiatedResponse {
  /** The only member of the JSON object, and the root element in XML: `user` in `{ "user": … }`. */
  root: string;
  /** The value of that member. */
  schema: z.ZodType;
  /** The GeoJSON object. */
  geojson?: z.ZodType;
}

/** A response in a fixed format: schemas by media type, or none if the response has no body. */
export interface RawResponse {
  description: string;
  content?: Readonly<Record<string, z.ZodType>>;
}

/** The documentation of a route. src/api-docs generates `/openapi.json` from it. */
export interface Documentation {
  /** The operation id. Unique and stable, because generated clients use it as the function name. */
  id: string;
  /** The operation id of the same route with `me` instead of `{userId}`, if the path has it. */
  me?: string;
  summary: string;
  /** Markdown. */
  description: string;
  /** The 200 response. */
  response?: NegotiatedResponse;
  /** Responses in a fixed format, by status. */
  rawResponses?: Readonly<Partial<Record<number | 'default', RawResponse>>>;
  /** Query parameters that the handler parses itself, without `@Parameters`. */
  query?: z.ZodObject;
  /** Problems of this route, in addition to those that every route can return. */
  problems?: readonly ProblemCode[];
  /** The form-encoded request body. */
  form?: z.ZodType;
  /**
   * Example requests by name. Their responses to the demonstration data become the examples in the
   * document. The test of `@Cached` requests them too, so a cached route needs one for each of its statements.
   */
  examples?: Readonly<Record<string, string>>;
}

export const DOCUMENTATION = Symbol('DOCUMENTATION');

/** Documents a route in `/openapi.json`. A test fails if a route lacks it. */
export const Documented = (documentation: Documentation) =>
  SetMetadata<symbol, Documentation>(DOCUMENTATION, documentation);
