import { defaultFormats, type Format } from '../../http/format.js';
import { type JsonSchema, type Parameter, type ParameterSet } from '../../http/parameters.js';
import { type ApiParameter } from './document.js';

const user = 'The identifier of a user. `me` is the user who owns the token and needs a user token.';

/** Descriptions of path parameters. A parameter without one throws when the document is generated. */
const segmentDescriptions: Readonly<Record<string, string>> = {
  userId: user,
  followingId: user,
  email: 'An e-mail address, percent-encoded.',
  placeId: 'The identifier of a place.',
  reviewId: 'The identifier of a review.',
  categoryId: 'The identifier of a category.',
  code: 'The code of a problem.',
  file: 'The name of a file.',
};

/** The path parameters of a path with `{name}` segments. */
export function pathParameters(path: string, segments: ParameterSet = {}): ApiParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const parsed = segments[name];
    if (parsed) {
      const { default: _, ...schema } = parsed.documentation.schema;
      return { name, in: 'path', description: parsed.documentation.description, required: true, schema };
    }
    const description = segmentDescriptions[name];
    if (description === undefined) throw new Error(`The path segment ${name} is not documented`);
    return { name, in: 'path', description, required: true, schema: { type: 'string', minLength: 1 } };
  });
}

/** The query parameters of a route with `@Parameters`. */
export function queryParameters(set: ParameterSet): ApiParameter[] {
  return Object.entries(set).map(([name, parameter]) => queryParameter(name, parameter));
}

function queryParameter(name: string, { documentation }: Parameter<unknown>): ApiParameter {
  const isList = documentation.schema.type === 'array';
  return {
    name,
    in: 'query',
    description: documentation.description,
    ...(documentation.required === true && { required: true }),
    // Generators that ignore `explode` repeat the parameter, so this is what all of them send.
    ...(isList && { style: 'form', explode: true }),
    schema: documentation.schema,
  };
}

/** The query parameters of a route that parses them with its own zod schema. */
export function schemaQueryParameters({ properties, required }: JsonSchema): ApiParameter[] {
  const names = Object.entries(properties as Record<string, JsonSchema>);
  return names.map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description: String(description),
    ...((required as string[] | undefined)?.includes(name) && { required: true }),
    schema,
  }));
}

function formatParameter(formats: readonly Format[]): ApiParameter {
  const description = 'The response format. It takes precedence over `Accept`.';
  return { name: 'wt', in: 'query', description, schema: { type: 'string', enum: formats, default: 'json' } };
}

/** Parameters of all routes with JSON and XML responses. `wtOfPlaces` replaces `wt` on routes with GeoJSON. */
export const commonParameters: Record<string, ApiParameter> = {
  wt: formatParameter(defaultFormats),
  wtOfPlaces: formatParameter([...defaultFormats, 'geojson']),
  prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`handling=strict` rejects unknown parameters and unknown names in `fl` with 400 (RFC 7240).',
    schema: { type: 'string', examples: ['handling=strict'] },
  },
};
