import { z } from 'zod';
import { type JsonSchema, type Parameter, type ParameterSet } from '../../http/parameters.js';
import { PROBLEM_NAMESPACE, singular, type Value } from '../../http/xml.js';
import { defaultFormats, type Format } from '../../http/format.js';
import { type ApiParameter, type ApiResponse, type Examples } from './document.js';
import { type Documentation } from '../../http/routes.js';
import { problems, type ProblemCode } from '../../http/problems.js';

/** The parts of zod's JSON Schema output that are read here. */
interface ZodJsonSchema {
  $defs?: Record<string, ZodJsonSchema>;
  $ref?: string;
  /** Whether `fl` can drop members: a `record` always keeps its id, a `part` can lose all members. */
  selectable?: 'record' | 'part';
  properties?: Record<string, ZodJsonSchema>;
  required?: string[];
  items?: ZodJsonSchema;
  minimum?: number;
  additionalProperties?: unknown;
  maximum?: number;
  const?: unknown;
  [keyword: string]: unknown;
}

/**
 * Converts zod schemas of responses to JSON Schemas of the document. Named schemas become components, lists get the XML
 * names of their items, and members that `fl` can leave out are optional.
 */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** @param whole true describes records as returned without `fl`: all default fields are required */
  constructor(private readonly whole: boolean) {}

  /** @returns the schema, or a reference to its component if it has a name */
  write(schema: z.ZodType): JsonSchema {
    const { $defs = {}, $schema: _, ...rest } = converted(schema);
    for (const [name, { selectable, ...definition }] of Object.entries($defs)) {
      this.components[name] ??= {
        ...this.toDocumentSchema(definition, this.whole ? undefined : selectable),
        ...(name === 'Problem' && { xml: { name: 'problem', namespace: PROBLEM_NAMESPACE } }),
      };
    }
    return this.toDocumentSchema(rest, undefined);
  }

  /** Allows additional members, because later versions add some, and sets the XML names. */
  private toDocumentSchema(
    schema: ZodJsonSchema,
    selectable: ZodJsonSchema['selectable'],
    property?: string,
  ): JsonSchema {
    const {
      additionalProperties,
      $ref,
      properties,
      required = [],
      items,
      minimum,
      maximum,
      const: only,
      ...rest
    } = schema;
    const item = singular[property ?? ''];
    const isRecord = selectable === 'record' && property === undefined;
    const alwaysPresent = selectable === undefined ? required : required.filter((name) => isRecord && name === 'id');
    return {
      ...($ref !== undefined && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
      ...rest,
      ...(typeof only === 'boolean' && { description: `Always ${only}.` }),
      // Java of openapi-generator does not compile a boolean with a single value.
      ...(only !== undefined && typeof only !== 'boolean' && { enum: [only] }),
      ...(typeof additionalProperties === 'object' && { additionalProperties }),
      // zod adds the range of safe integers to every integer. It tells readers nothing.
      ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
      ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
      ...(properties && {
        properties: mapValues(properties, (member, name) => this.toDocumentSchema(member, selectable, name)),
      }),
      ...(alwaysPresent.length > 0 && { required: alwaysPresent }),
      ...(items && {
        items: { ...this.toDocumentSchema(items, selectable, ''), ...(item && { xml: { name: item } }) },
      }),
      ...(items && item && { xml: { wrapped: true } }),
    };
  }
}

const conversions = new WeakMap<z.ZodType, ZodJsonSchema>();

/** Converts each schema once: that of problems is part of every operation. */
function converted(schema: z.ZodType): ZodJsonSchema {
  const known = conversions.get(schema) ?? (z.toJSONSchema(schema) as ZodJsonSchema);
  conversions.set(schema, known);
  return known;
}

function mapValues<V, W>(object: Record<string, V>, map: (value: V, name: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}

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

type Wrapped = NonNullable<Documentation['response']>;

/** The 200 response in all formats. The wrapper key is a member in JSON and the root element in XML. */
export function success(
  { root, schema, geojson }: Wrapped,
  schemas: SchemaWriter,
  examples: Record<string, Record<string, Value>>,
): ApiResponse {
  const content = schemas.write(schema);
  const shown = Object.entries(examples);
  // The XML schema describes the root element, so its examples are the value of that element.
  const inXml = shown.map(([name, value]) => [name, { value: value[root] }] as const);
  return {
    description: 'The requested resource.',
    headers: references(successHeaders(schema)),
    content: {
      'application/json': {
        schema: { type: 'object', properties: { [root]: content }, required: [root] },
        ...withExamples(shown.map(([name, value]) => [name, { value }])),
      },
      'application/xml': { schema: { ...content, xml: { name: root } }, ...withExamples(inXml) },
      ...(geojson && { 'application/geo+json': { schema: schemas.write(geojson) } }),
    },
  };
}

/** What a browser gets instead of a problem document. */
export const asPage = { 'text/html': { schema: { type: 'string' } } };

/** The problems with this status, in all formats. */
export function failure(
  status: number,
  codes: readonly ProblemCode[],
  problem: JsonSchema,
  examples: Examples['problems'],
): ApiResponse {
  const schema = { allOf: [problem, { type: 'object', properties: { code: { enum: codes } } }] };
  const shown = codes.flatMap((code) => (examples[code] === undefined ? [] : [[code, examples[code]] as const]));
  const media = { schema, ...withExamples(shown.map(([code, value]) => [code, { value }])) };
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
    headers: references(problemHeaders(status)),
    content: { 'application/problem+json': media, 'application/problem+xml': media, ...asPage },
  };
}

function withExamples(entries: (readonly [string, { value: unknown }])[]) {
  return entries.length > 0 && { examples: Object.fromEntries(entries) };
}

const text = { type: 'string' };

const header = (description: string, schema: JsonSchema = text) => ({ description, schema });

/** Response headers. */
export const headers = {
  'X-Request-Id': header(
    'Identifies the request, also in the logs. Taken from the request when it is valid, else generated.',
  ),
  ETag: header('Send it as `If-None-Match` to get 304 while nothing has changed.'),
  'Cache-Control': header('How long the response may be reused.'),
  Link: header(
    'Links (RFC 8288) to other pages, `first`, `prev`, `next` and `last`, and to each `license` of the data of places.',
  ),
  'X-Ignored-Parameters': header(
    'Unknown query parameters and unknown names in `fl`, separated by commas. Ends with `...` if it is cut.',
  ),
  'Preference-Applied': header('`handling=strict` if the request asked for it.'),
  'WWW-Authenticate': header('The credentials that the request needs (RFC 6750).'),
  'Retry-After': header('Seconds to wait before the next request.', { type: 'integer', minimum: 0 }),
  'RateLimit-Policy': header(
    'The quotas of the client, if it has any: requests (`q`) in a window of seconds (`w`), `"user";q=1000;w=60`.',
  ),
  RateLimit: header('The requests left (`r`) and the seconds until the quota resets (`t`): `"user";r=999;t=60`.'),
  Allow: header('The methods that the path supports.'),
} as const;

type HeaderName = keyof typeof headers;

/** Schemas of responses that name the licences of their data, beside lists. */
const licensed = new Set<unknown>(['Place', 'PlaceHours', 'SourceResults']);

function successHeaders(schema: z.ZodType): HeaderName[] {
  const isList = 'shape' in schema && 'header' in (schema.shape as object);
  const hasLinks = isList || licensed.has(z.globalRegistry.get(schema)?.id);
  return interfaceHeaders(hasLinks);
}

/** The headers of responses of the interface. */
export function interfaceHeaders(hasLinks: boolean): HeaderName[] {
  return [
    'X-Request-Id',
    'ETag',
    'Cache-Control',
    ...(hasLinks ? (['Link'] as const) : []),
    'X-Ignored-Parameters',
    'Preference-Applied',
    'RateLimit-Policy',
    'RateLimit',
  ];
}

function problemHeaders(status: number): HeaderName[] {
  const byStatus: Partial<Record<number, HeaderName>> = {
    401: 'WWW-Authenticate',
    403: 'WWW-Authenticate',
    429: 'Retry-After',
    503: 'Retry-After',
  };
  return ['X-Request-Id', ...(byStatus[status] ? [byStatus[status]] : [])];
}

/** References to headers by name. */
export function references(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
