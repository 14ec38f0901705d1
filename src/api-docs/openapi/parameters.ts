import { formats } from '../../http/response/format.js';
import { type JsonSchema, type Parameter } from '../../http/request/parameter.js';
import { type ParameterSet } from '../../http/request/read-parameters.js';
import { type ApiParameter } from './document.js';

const user = 'The identifier of a user. `me` stands for the user who owns the token, and takes a user token.';

/** What segments of paths name. One that is missing here is a mistake of ours and fails loudly. */
const segments: Readonly<Record<string, string>> = {
  userId: user,
  followingId: user,
  email: 'An e-mail address, percent-encoded.',
  placeId: 'The identifier of a place.',
  reviewId: 'The identifier of a review.',
  categoryId: 'The identifier of a category.',
  code: 'The code of a problem.',
  file: 'The name of a file.',
};

/** The segments of a path, as `{name}` stands in it. */
export function pathParameters(path: string): ApiParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const description = segments[name];
    if (description === undefined) throw new Error(`The path segment ${name} is not documented`);
    return { name, in: 'path', description, required: true, schema: { type: 'string', minLength: 1 } };
  });
}

/** The query parameters of a route, from the set that reads them. */
export function queryParameters(set: ParameterSet): ApiParameter[] {
  return Object.entries(set).map(([name, parameter]) => queryParameter(name, parameter));
}

function queryParameter(name: string, { about, repeatable }: Parameter<unknown>): ApiParameter {
  const isList = about.schema.type === 'array';
  return {
    name,
    in: 'query',
    description: about.description,
    ...(about.required === true && { required: true }),
    ...(isList && { style: 'form', explode: repeatable }),
    schema: about.schema,
  };
}

/** The query parameters of a route that reads them by itself. */
export function ownQueryParameters({ properties, required }: JsonSchema): ApiParameter[] {
  const names = Object.entries(properties as Record<string, JsonSchema>);
  return names.map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description: String(description),
    ...((required as string[] | undefined)?.includes(name) && { required: true }),
    schema,
  }));
}

/** What all routes take that answer in JSON and XML. */
export const commonParameters: Record<string, ApiParameter> = {
  wt: {
    name: 'wt',
    in: 'query',
    description: 'The format of the answer; it wins over `Accept`.',
    schema: { type: 'string', enum: formats, default: 'json' },
  },
  prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`handling=strict` makes unknown parameters and unknown names in `fl` an error (RFC 7240).',
    schema: { type: 'string', examples: ['handling=strict'] },
  },
};
