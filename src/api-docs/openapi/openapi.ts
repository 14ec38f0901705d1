import { serviceVersion } from '../../config/process.js';
import { problemSchema } from '../../http/problems.js';
import { type OpenApiDocument } from './document.js';
import { type Examples } from './examples.js';
import { headers, references, asPage } from './responses.js';
import { commonFailures, type DocumentedRoute, operation, securitySchemes, tags } from './operation.js';
import { commonParameters } from './parameters.js';
import { SchemaWriter } from './schemas.js';

const description = `A directory of places, and of the users who review them and check in.

Every operation under \`/v2\` except \`/v2/oauth\` needs \`Authorization: Bearer <token>\`. Responses are JSON or XML, chosen by
\`wt\` or \`Accept\`; places are also GeoJSON (RFC 7946); \`/schema/places.xsd\` describes the XML. \`HEAD\` works wherever \`GET\` does. A trailing slash is allowed.
Errors are problem documents (RFC 9457) in the same format; \`/docs/problems\` explains each. Later versions may add members.`;

/**
 * Builds the OpenAPI document of these routes. Pure function.
 *
 * @param options `whole` describes records as returned without \`fl\`: all default fields are required; `hasPasswordGrant`: the settings allow that
 *   grant
 */
export function openApi(
  routes: readonly DocumentedRoute[],
  examples: Examples,
  { whole = false, hasPasswordGrant = false } = {},
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
      contact: { name: 'Documentation', url: `${examples.baseUrl}/docs` },
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
      securitySchemes: securitySchemes(examples.baseUrl, hasPasswordGrant),
    },
  };
}

function sorted<V>(object: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
