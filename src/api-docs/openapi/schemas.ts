import { z } from 'zod';
import { type JsonSchema } from '../../http/parameters.js';
import { PROBLEM_NAMESPACE, singular } from '../../http/xml.js';

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
