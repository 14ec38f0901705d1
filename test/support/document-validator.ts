import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ApiResponse, type OpenApiDocument } from '../../src/api-docs/openapi/document.js';

interface Template {
  path: string;
  pattern: RegExp;
}

/** Validates responses against an OpenAPI document. */
export class DocumentValidator {
  /** The tests of the document check its schemas themselves. */
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  private readonly templates: Template[];

  constructor(private readonly document: OpenApiDocument) {
    addFormats(this.ajv);
    this.ajv.addSchema(closed(document) as object, 'openapi.json');
    this.templates = Object.keys(document.paths)
      // A path without parameters comes before one with parameters.
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i') }));
  }

  /**
   * The JSON pointer of the schema of a response.
   *
   * @returns undefined if the response has no body
   * @throws Error if the response is not documented
   */
  find(method: string, address: string, status: number, media: string): string | undefined {
    const path = address.replace(/\?.*$/s, '');
    const template = this.templates.find(({ pattern }) => pattern.test(path))?.path ?? '';
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = this.document.paths[template]?.[verb];
    const what = `${method} ${address} returns ${status} as ${media}`;
    if (!operation) {
      if (status < 400 && method !== 'OPTIONS') throw new Error(`${what}, which no operation documents`);
      return media.startsWith('application/problem+')
        ? pointer('components', 'responses', 'Problem', media)
        : undefined;
    }
    const key = status in operation.responses ? String(status) : 'default';
    const response = operation.responses[key];
    if (!response) throw new Error(`${what}, a status that ${operation.operationId} does not document`);
    const name = '$ref' in response ? (response.$ref.split('/').at(-1) ?? '') : undefined;
    const at = name === undefined ? ['paths', template, verb, 'responses', key] : ['components', 'responses', name];
    const { content } =
      name === undefined ? (response as ApiResponse) : (this.document.components.responses[name] ?? {});
    if (media === '' && (status === 304 || !content)) return undefined;
    if (!content?.[media]) throw new Error(`${what}, a type that ${operation.operationId} does not document`);
    return pointer(...at, media);
  }

  /** @throws Error that names the violations of the schema */
  validate(at: string, value: unknown, { method, address }: { method: string; address: string }): void {
    const validate = this.ajv.getSchema(`openapi.json#${at}`);
    if (!validate) throw new Error(`There is no schema at ${at}`);
    if (validate(value) === true) return;
    const faults = this.ajv.errorsText(validate.errors, { separator: '\n' });
    throw new Error(
      `The response to ${method} ${address} violates ${at}:\n${faults}\n${JSON.stringify(value).slice(0, 2000)}`,
    );
  }
}

function pointer(...segments: string[]): string {
  const media = segments.pop() ?? '';
  const path = [...segments, 'content', media, 'schema'];
  return path.map((segment) => `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

/** Forbids undocumented members, which the document permits for future versions. */
function closed(schema: unknown, open = false): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => closed(entry, open));
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, member]) => [name, closed(member, name === 'allOf')]);
  const isObject = 'properties' in schema && (schema as { type?: unknown }).type === 'object';
  return {
    ...Object.fromEntries(members),
    ...(isObject && !open && !('additionalProperties' in schema) && { additionalProperties: false }),
  };
}
