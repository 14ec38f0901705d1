import { STATUS_CODES } from 'node:http';
import { type Access } from '../../auth/access/access-decorator.js';
import { type Documentation, type OwnAnswer } from '../../http/routes/documented-decorator.js';
import { type JsonSchema } from '../../http/request/parameter.js';
import { problemSchema } from '../../http/problems/problem-schema.js';
import { problems, type ProblemCode } from '../../http/problems/problems.js';
import { type ParameterSet } from '../../http/request/read-parameters.js';
import { type ApiResponse, type Operation } from './document.js';
import { type Examples } from './examples.js';
import { references } from './headers.js';
import { ownQueryParameters, pathParameters, queryParameters } from './parameters.js';
import { failure, success } from './responses.js';
import { type SchemaWriter } from './schemas.js';
import { securityOf } from './security.js';
import { tagOf } from './tags.js';

/** All that a route declares about itself. */
export interface DocumentedRoute {
  method: string;
  /** With segments as `{name}`. */
  path: string;
  access: Access | undefined;
  parameters: ParameterSet | undefined;
  documentation: Documentation;
}

/** What can go wrong wherever an answer comes in JSON and XML. */
const anywhere: readonly ProblemCode[] = [
  'malformed_request',
  'invalid_parameter',
  'not_acceptable',
  'internal_error',
  'overloaded',
  'database_unavailable',
];

const behindTokens: readonly ProblemCode[] = [
  'ambiguous_token',
  'token_missing',
  'token_invalid',
  'token_kind',
  'insufficient_scope',
  'quota_exceeded',
];

const common = [...anywhere, ...behindTokens];

/** The answers that all operations have in common, by name. */
export function commonFailures(problem: JsonSchema, examples: Examples): Record<string, ApiResponse> {
  const statuses = [...new Set(common.map((code) => problems[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [nameOf(status), failure(status, withStatus(status, common), problem, examples.problems)]),
  );
}

function commonReference(status: number) {
  return { $ref: `#/components/responses/${nameOf(status)}` };
}

function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(' ', '');
}

function withStatus(status: number, codes: readonly ProblemCode[]): ProblemCode[] {
  return codes.filter((code) => problems[code].status === status);
}

/** One operation of the document. */
export function operation(route: DocumentedRoute, schemas: SchemaWriter, examples: Examples): Operation {
  const { documentation, access, path } = route;
  const { id, summary, description, answer, form, query } = documentation;
  const parameters = [
    ...pathParameters(path),
    ...queryParameters(route.parameters ?? {}),
    ...(query ? ownQueryParameters(schemas.write(query)) : []),
    ...(answer ? ['wt', 'prefer'].map((name) => ({ $ref: `#/components/parameters/${name}` })) : []),
  ];
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    description,
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(form && {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: schemas.write(form) } },
      },
    }),
    responses: answer ? negotiated(route, answer, schemas, examples) : own(documentation, schemas),
  };
}

function negotiated(
  { documentation: { id, problems: beside = [] }, access }: DocumentedRoute,
  answer: NonNullable<Documentation['answer']>,
  schemas: SchemaWriter,
  examples: Examples,
): Operation['responses'] {
  const codes = [...anywhere, ...(access?.public === false ? behindTokens : []), ...beside];
  const statuses = [...new Set(codes.map((code) => problems[code].status))].sort();
  const problem = schemas.write(problemSchema);
  return {
    200: success(answer, schemas, examples.answers[id] ?? {}),
    304: { description: 'Nothing has changed since `If-None-Match`.', headers: references(['X-Request-Id', 'ETag']) },
    ...Object.fromEntries(
      statuses.map((status) => {
        const found = withStatus(status, codes);
        const isCommon = found.length === withStatus(status, common).length;
        return [status, isCommon ? commonReference(status) : failure(status, found, problem, examples.problems)];
      }),
    ),
    default: { $ref: '#/components/responses/Problem' },
  };
}

function own({ answers = {} }: Documentation, schemas: SchemaWriter): Operation['responses'] {
  const written = Object.entries(answers as Record<string, OwnAnswer>).map(
    ([status, { description, content }]): [string, ApiResponse] => {
      const response = { description, headers: references(['X-Request-Id']) };
      if (!content) return [status, response];
      const media = Object.entries(content).map(([type, schema]) => [type, { schema: schemas.write(schema) }] as const);
      return [status, { ...response, content: Object.fromEntries(media) }];
    },
  );
  return { default: { $ref: '#/components/responses/Problem' }, ...Object.fromEntries(written) };
}
