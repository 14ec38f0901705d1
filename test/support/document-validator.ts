import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ApiResponse, type OpenApiDocument } from '../../src/api-docs/openapi/document.js';

interface Template {
  path: string;
  pattern: RegExp;
}

/** Finds and checks what an OpenAPI document says of an answer. */
export class DocumentValidator {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly templates: Template[];

  constructor(private readonly document: OpenApiDocument) {
    addFormats(this.ajv);
    this.ajv.addSchema(closed(document) as object, 'openapi.json');
    this.templates = Object.keys(document.paths)
      // An address of its own comes before one that has it as a segment.
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i') }));
  }

  /**
   * The place of the schema that an answer has to fit.
   *
   * @returns undefined where the answer has no body
   * @throws Error when nothing documents such an answer
   */
  find(method: string, address: string, status: number, media: string): string | undefined {
    const path = address.replace(/\?.*$/s, '');
    const template = this.templates.find(({ pattern }) => pattern.test(path))?.path ?? '';
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = this.document.paths[template]?.[verb];
    const answer = `${method} ${address} answers ${status} as ${media}`;
    if (!operation) {
      if (status < 400 && method !== 'OPTIONS') throw new Error(`${answer}, which no operation documents`);
      return media.startsWith('application/problem+')
        ? pointer('components', 'responses', 'Problem', media)
        : undefined;
    }
    const key = status in operation.responses ? String(status) : 'default';
    const response = operation.responses[key];
    if (!response) throw new Error(`${answer}, a status that ${operation.operationId} does not document`);
    const name = '$ref' in response ? (response.$ref.split('/').at(-1) ?? '') : undefined;
    const at = name === undefined ? ['paths', template, verb, 'responses', key] : ['components', 'responses', name];
    const { content } =
      name === undefined ? (response as ApiResponse) : (this.document.components.responses[name] ?? {});
    if (media === '' && (status === 304 || !content)) return undefined;
    if (!content?.[media]) throw new Error(`${answer}, a type that ${operation.operationId} does not document`);
    return pointer(...at, media);
  }

  /** @throws Error that says how the value departs from the schema */
  validate(at: string, value: unknown, { method, address }: { method: string; address: string }): void {
    const validate = this.ajv.getSchema(`openapi.json#${at}`);
    if (!validate) throw new Error(`There is no schema at ${at}`);
    if (validate(value) === true) return;
    const faults = this.ajv.errorsText(validate.errors, { separator: '\n' });
    throw new Error(
      `The answer to ${method} ${address} departs from ${at}:\n${faults}\n${JSON.stringify(value).slice(0, 2000)}`,
    );
  }
}

function pointer(...segments: string[]): string {
  const media = segments.pop() ?? '';
  const path = [...segments, 'content', media, 'schema'];
  return path.map((segment) => `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

/** Callers must take members that they do not know; of the service itself, each must be documented. */
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
