import { type JsonSchema } from '../../http/request/parameter.js';

/** What of a JSON Schema has a counterpart here. */
export interface Shape {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  enum?: string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  xml?: { name?: string };
}

/** Writes JSON Schemas as types of XML Schema: objects as sequences in their order, lists as elements with an element per item. */
export class XsdTypes {
  private readonly used = new Set<string>();

  constructor(private readonly components: Readonly<Record<string, JsonSchema>>) {}

  /** @param occurs how often the element stands, as attributes */
  element(name: string, schema: Shape, occurs: string, depth: number): string {
    const indent = '  '.repeat(depth);
    const type = this.simple(schema);
    if (type !== undefined) return `${indent}<xs:element name="${name}" type="${type}"${occurs}/>`;
    return [
      `${indent}<xs:element name="${name}"${occurs}>`,
      this.anonymous(schema, depth + 1),
      `${indent}</xs:element>`,
    ].join('\n');
  }

  /** The types of all schemas that were referred to. */
  named(): string[] {
    const types: string[] = [];
    // Writing one may refer to others, which the set then gives as well.
    for (const name of this.used) types.push(this.complex(this.components[name] as Shape, ` name="${name}"`, 1));
    return types.sort();
  }

  private simple({ $ref, type, format, pattern, minimum, enum: values }: Shape): string | undefined {
    if ($ref !== undefined) {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      this.used.add(name);
      return name;
    }
    if (type === 'boolean') return 'xs:boolean';
    if (type === 'integer') return minimum !== undefined && minimum >= 0 ? 'xs:nonNegativeInteger' : 'xs:integer';
    if (type !== 'string' || pattern !== undefined || values !== undefined) return undefined;
    return format === 'uri' ? 'xs:anyURI' : 'xs:string';
  }

  private anonymous(schema: Shape, depth: number): string {
    if (schema.type !== 'string') return this.complex(schema, '', depth);
    const indent = '  '.repeat(depth);
    const facets = [
      ...(schema.enum ?? []).map((value) => `<xs:enumeration value="${value}"/>`),
      // Patterns of XML Schema are for the whole text anyway.
      ...(schema.pattern === undefined ? [] : [`<xs:pattern value="${schema.pattern.replace(/^\^|\$$/g, '')}"/>`]),
    ];
    return [
      `${indent}<xs:simpleType>`,
      `${indent}  <xs:restriction base="xs:string">`,
      ...facets.map((facet) => `${indent}    ${facet}`),
      `${indent}  </xs:restriction>`,
      `${indent}</xs:simpleType>`,
    ].join('\n');
  }

  private complex({ properties = {}, required = [], items }: Shape, name: string, depth: number): string {
    const indent = '  '.repeat(depth);
    const members = items
      ? [this.element(items.xml?.name ?? 'item', items, ' minOccurs="0" maxOccurs="unbounded"', depth + 2)]
      : Object.entries(properties).map(([member, schema]) =>
          this.element(member, schema, required.includes(member) ? '' : ' minOccurs="0"', depth + 2),
        );
    return [
      `${indent}<xs:complexType${name}>`,
      `${indent}  <xs:sequence>`,
      ...members,
      `${indent}  </xs:sequence>`,
      `${indent}</xs:complexType>`,
    ].join('\n');
  }
}
