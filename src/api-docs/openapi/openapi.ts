import { STATUS_CODES } from 'node:http';
import { serviceVersion } from '../../config/process.js';
import { problemSchema, problems, type ProblemCode } from '../../http/problems.js';
import { type OpenApiDocument, type Examples, type ApiResponse, type Operation } from './document.js';
import {
  headers,
  references,
  asPage,
  commonParameters,
  SchemaWriter,
  interfaceHeaders,
  failure,
  success,
  schemaQueryParameters,
  pathParameters,
  queryParameters,
} from './components.js';
import { type RouteAccess, type TokenKind } from '../../auth/access.js';
import { discoveryUrl } from '../../auth/issuer-keys.js';
import { type Documentation, type RawResponse } from '../../http/routes.js';
import { type JsonSchema, type ParameterSet } from '../../http/parameters.js';

const description = `A directory of places, and of the users who review them and check in.

Every operation under \`/v2\` except \`/v2/oauth\` needs \`Authorization: Bearer <token>\`. Responses are JSON or XML, chosen by
\`wt\` or \`Accept\`; places are also GeoJSON (RFC 7946); \`/schema/places.xsd\` describes the XML. \`HEAD\` works wherever \`GET\` does. A trailing slash is allowed.
Errors are problem documents (RFC 9457) in the same format; \`/docs/problems\` explains each. Later versions may add members.`;

/**
 * Builds the OpenAPI document of these routes. Pure function.
 *
 * @param options `whole` describes records as returned without \`fl\`: all default fields are required; `hasPasswordGrant`: the settings allow that
 *   grant; `onlyIssuer`: the OpenID Connect issuer of all tokens, if this service issues none
 */
export function openApi(
  routes: readonly DocumentedRoute[],
  examples: Examples,
  { whole, hasPasswordGrant, onlyIssuer }: { whole: boolean; hasPasswordGrant: boolean; onlyIssuer?: string },
): OpenApiDocument {
  const schemas = new SchemaWriter(whole);
  const problem = schemas.write(problemSchema);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route, schemas, examples);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Place Directory',
      version: serviceVersion,
      description,
      // Not this page, on which Swagger UI shows it.
      contact: { name: 'Start page', url: `${examples.baseUrl}/` },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: examples.baseUrl }],
    tags,
    paths: sorted(paths),
    components: {
      schemas: sorted(schemas.components),
      responses: {
        ...commonFailures(problem, examples),
        Problem: {
          description: 'Any other problem.',
          headers: references(['X-Request-Id', 'Retry-After', 'Allow']),
          content: {
            'application/problem+json': { schema: problem },
            'application/problem+xml': { schema: problem },
            ...asPage,
          },
        },
      },
      parameters: commonParameters,
      headers,
      securitySchemes: securitySchemes(examples.baseUrl, hasPasswordGrant, onlyIssuer),
    },
  };
}

function sorted<V>(object: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The metadata of a route, as its decorators declare it. */
export interface DocumentedRoute {
  method: string;
  /** Path with parameters as `{name}`. */
  path: string;
  access: RouteAccess | undefined;
  parameters: ParameterSet | undefined;
  /** Path segments that are more than a text. */
  segments: ParameterSet | undefined;
  documentation: Documentation;
}

/** Problems that every route with a negotiated format can return. */
const commonProblems: readonly ProblemCode[] = [
  'malformed_request',
  'invalid_parameter',
  'not_acceptable',
  'internal_error',
  'overloaded',
  'database_unavailable',
];

/** Problems that every route with an access token can return. */
const tokenProblems: readonly ProblemCode[] = [
  'ambiguous_token',
  'token_missing',
  'token_invalid',
  'token_kind',
  'insufficient_scope',
  'quota_exceeded',
  'too_many_requests',
  'issuer_unavailable',
];

const allCommonProblems = [...commonProblems, ...tokenProblems];

/** The shared responses of `components.responses`, one per status. */
function commonFailures(problem: JsonSchema, examples: Examples): Record<string, ApiResponse> {
  const statuses = [...new Set(allCommonProblems.map((code) => problems[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      componentName(status),
      failure(status, withStatus(status, allCommonProblems), problem, examples.problems),
    ]),
  );
}

function commonReference(status: number) {
  return { $ref: `#/components/responses/${componentName(status)}` };
}

function componentName(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(' ', '');
}

function withStatus(status: number, codes: readonly ProblemCode[]): ProblemCode[] {
  return codes.filter((code) => problems[code].status === status);
}

/** The OpenAPI operation of a route. */
function operation(route: DocumentedRoute, schemas: SchemaWriter, examples: Examples): Operation {
  const { documentation, access, path } = route;
  const { id, summary, description, response, form, query } = documentation;
  const parameters = [
    ...pathParameters(path, route.segments),
    ...queryParameters(route.parameters ?? {}),
    ...(query ? schemaQueryParameters(schemas.write(query)) : []),
    ...(response
      ? [response.geojson ? 'wtOfPlaces' : 'wt', 'prefer'].map((name) => ({ $ref: `#/components/parameters/${name}` }))
      : []),
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
    responses: response
      ? negotiatedResponses(route, response, schemas, examples)
      : rawResponses(route, schemas, examples),
  };
}

function negotiatedResponses(
  route: DocumentedRoute,
  answer: NonNullable<Documentation['response']>,
  schemas: SchemaWriter,
  examples: Examples,
): Operation['responses'] {
  return {
    200: success(answer, schemas, examples.responses[route.documentation.id] ?? {}),
    304: notModified,
    ...problemResponses(route, commonProblems, schemas, examples),
  };
}

const notModified: ApiResponse = {
  description: 'The response has not changed: its `ETag` matches `If-None-Match`.',
  headers: references(['X-Request-Id', 'ETag']),
};

function problemResponses(
  { documentation: { problems: extraProblems = [] }, access }: DocumentedRoute,
  common: readonly ProblemCode[],
  schemas: SchemaWriter,
  examples: Examples,
): Operation['responses'] {
  const codes = [...common, ...(access?.public === false ? tokenProblems : []), ...extraProblems];
  const statuses = [...new Set(codes.map((code) => problems[code].status))].sort();
  const problem = schemas.write(problemSchema);
  return {
    ...Object.fromEntries(
      statuses.map((status) => {
        const sameStatus = withStatus(status, codes);
        const isCommon = sameStatus.length === withStatus(status, allCommonProblems).length;
        return [status, isCommon ? commonReference(status) : failure(status, sameStatus, problem, examples.problems)];
      }),
    ),
    default: { $ref: '#/components/responses/Problem' },
  };
}

/** Responses in a fixed format. With an access token, the route is part of the interface: it has its problems and `ETag`. */
function rawResponses(route: DocumentedRoute, schemas: SchemaWriter, examples: Examples): Operation['responses'] {
  const isInterface = route.access?.public === false;
  // Map tiles and their description, which name the licences of their places.
  const headers = references(isInterface ? interfaceHeaders(true) : ['X-Request-Id']);
  const { rawResponses: documented = {} } = route.documentation;
  const responses = Object.entries(documented as Record<string, RawResponse>).map(
    ([status, { description, content }]): [string, ApiResponse] => {
      const response = { description, headers };
      if (!content) return [status, response];
      const media = Object.entries(content).map(([type, schema]) => [type, { schema: schemas.write(schema) }] as const);
      return [status, { ...response, content: Object.fromEntries(media) }];
    },
  );
  const common = commonProblems.filter((code) => code !== 'not_acceptable');
  return {
    default: { $ref: '#/components/responses/Problem' },
    ...(isInterface && { ...problemResponses(route, common, schemas, examples), 304: notModified }),
    ...Object.fromEntries(responses),
  };
}

const read = { read: 'Read the directory.' };

const trust = { ...read, trust: 'Act as a trusted client.' };

/**
 * The kinds of access token as OpenAPI security schemes, with the OAuth flows that issue them.
 *
 * @param hasPasswordGrant whether the settings allow the grant `password`
 * @param onlyIssuer whose metadata has the flows, if this service issues no tokens
 */
function securitySchemes(
  baseUrl: string,
  hasPasswordGrant: boolean,
  onlyIssuer: string | undefined,
): Record<TokenKind | 'bearer', unknown> {
  const [authorizationUrl, tokenUrl] = [`${baseUrl}/v2/oauth/authorize`, `${baseUrl}/v2/oauth/token`];
  const issuedBy = (flows: object) =>
    onlyIssuer === undefined
      ? { type: 'oauth2', flows }
      : { type: 'openIdConnect', openIdConnectUrl: discoveryUrl(onlyIssuer) };
  const password = hasPasswordGrant ? ' Only trusted clients may use the password grant.' : '';
  return {
    application: {
      description: 'An application token. It belongs to a client and to no user.',
      ...issuedBy({ clientCredentials: { tokenUrl, scopes: read } }),
    },
    user: {
      description: `A user token. A client acts on behalf of a user, by a code with PKCE.${password}`,
      ...issuedBy({
        authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: read },
        ...(hasPasswordGrant && { password: { tokenUrl, refreshUrl: tokenUrl, scopes: trust } }),
      }),
    },
    trusted: {
      description: 'A token of a trusted client with the scope `trust`.',
      ...issuedBy({ clientCredentials: { tokenUrl, scopes: trust } }),
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An existing token of a kind that the operation accepts.',
    },
  };
}

/** The security requirements of an operation. */
function securityOf(access: RouteAccess | undefined): Record<string, string[]>[] {
  if (access === undefined || access.public) return [];
  return [...access.kinds.map((kind) => ({ [kind]: [kind === 'trusted' ? 'trust' : 'read'] })), { bearer: [] }];
}

/** Tags by path. The first match applies. */
const groups = [
  { name: 'Places', paths: /^\/v2\/(places|search|sources)/, description: 'Place search, places and their activity.' },
  { name: 'Categories', paths: /^\/v2\/categories/, description: 'Categories and subcategories of places.' },
  { name: 'Users', paths: /^\/v2\/users/, description: 'Users, their follows, check-ins and reviews.' },
  { name: 'Reviews', paths: /^\/v2\/reviews/, description: 'Reviews of places.' },
  { name: 'Tokens', paths: /^\/(v2\/oauth|\.well-known)/, description: 'Access tokens (OAuth 2.0).' },
  { name: 'Operation', paths: /^\/(health|metrics)/, description: 'Health and metrics, for operators.' },
  { name: 'Documentation', paths: /^\//, description: 'This document, the XML Schemas and the documentation pages.' },
];

function tagOf(path: string): string {
  return groups.find(({ paths }) => paths.test(path))?.name ?? '';
}

const tags = groups.map(({ name, description }) => ({ name, description }));
