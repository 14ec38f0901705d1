import { z } from 'zod';
import { type Documentation } from '../../http/routes.js';
import { type JsonSchema } from '../../http/parameters.js';
import { problems, type ProblemCode } from '../../http/problems.js';
import { type Value } from '../../http/xml.js';
import { type ApiResponse } from './document.js';
import { type Examples } from './examples.js';
import { type SchemaWriter } from './schemas.js';

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
