import { z } from 'zod';
import { type JsonSchema } from '../../http/request/parameter.js';
import { PROBLEM_NAMESPACE, singular } from '../../http/response/xml.js';

/** What zod writes of a schema, as far as it is looked at here. */
interface Written {
  $defs?: Record<string, Written>;
  $ref?: string;
  /** What `fl` leaves: of a `record` its id always, of a `part` perhaps nothing. */
  selectable?: 'record' | 'part';
  properties?: Record<string, Written>;
  required?: string[];
  items?: Written;
  minimum?: number;
  additionalProperties?: unknown;
  maximum?: number;
  [keyword: string]: unknown;
}

/**
 * Turns the schemas of answers into those of the document: named ones become components, lists get the names that their
 * items have in XML, and what `fl` can leave out is not required.
 */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** @param whole whether records are described as they are without `fl` */
  constructor(private readonly whole: boolean) {}

  /** The schema as it stands in the document: a reference where it has a name. */
  write(schema: z.ZodType): JsonSchema {
    const { $defs = {}, $schema: _, ...own } = z.toJSONSchema(schema) as Written;
    for (const [name, { selectable, ...definition }] of Object.entries($defs)) {
      this.components[name] ??= {
        ...this.tidy(definition, this.whole ? undefined : selectable),
        ...(name === 'Problem' && { xml: { name: 'problem', namespace: PROBLEM_NAMESPACE } }),
      };
    }
    return this.tidy(own, undefined);
  }

  /** The same schema, open to members that come later, and with its names in XML. */
  private tidy(schema: Written, selectable: Written['selectable'], property?: string): JsonSchema {
    const { additionalProperties, $ref, properties, required = [], items, minimum, maximum, ...rest } = schema;
    const item = singular[property ?? ''];
    const isRecord = selectable === 'record' && property === undefined;
    const kept = selectable === undefined ? required : required.filter((name) => isRecord && name === 'id');
    return {
      ...($ref !== undefined && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
      ...rest,
      ...(typeof additionalProperties === 'object' && { additionalProperties }),
      // What every whole number of JavaScript lies between says nothing.
      ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
      ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
      ...(properties && { properties: mapValues(properties, (member, name) => this.tidy(member, selectable, name)) }),
      ...(kept.length > 0 && { required: kept }),
      ...(items && { items: { ...this.tidy(items, selectable, ''), ...(item && { xml: { name: item } }) } }),
      ...(items && item && { xml: { wrapped: true } }),
    };
  }
}

function mapValues<V, W>(object: Record<string, V>, map: (value: V, name: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}
