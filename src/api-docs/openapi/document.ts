import { type JsonSchema } from '../../http/parameters.js';
import { type ProblemDocument, type ProblemCode } from '../../http/problems.js';
import { type Value } from '../../http/xml.js';
import recorded from './examples.json';

/** A reference to a component of the document. */
interface Reference {
  $ref: string;
}

interface MediaType {
  schema: JsonSchema;
  examples?: Record<string, { value: unknown }>;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
}

export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required?: boolean;
  style?: 'form';
  explode?: boolean;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (ApiParameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ApiResponse | Reference>;
}

/** The parts of OpenAPI 3.1 that this service uses. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ApiResponse>;
    parameters: Record<string, ApiParameter>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, unknown>;
  };
}

/** Example responses by operation id and name, and example problems by code. */
export interface Examples {
  /** The base address that the examples contain. */
  baseUrl: string;
  responses: Record<string, Record<string, Record<string, Value>>>;
  problems: Partial<Record<ProblemCode, ProblemDocument>>;
}

/** Recorded from the service with its demonstration data by test/e2e/openapi.spec.ts. */
export const examples: Examples = recorded;
