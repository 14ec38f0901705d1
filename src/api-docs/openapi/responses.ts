import { type Documentation } from '../../http/routes/documented-decorator.js';
import { type JsonSchema } from '../../http/request/parameter.js';
import { problems, type ProblemCode } from '../../http/problems/problems.js';
import { type Value } from '../../http/response/xml.js';
import { type ApiResponse } from './document.js';
import { type Examples } from './examples.js';
import { problemHeaders, references, successHeaders } from './headers.js';
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
