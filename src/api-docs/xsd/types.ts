import { type JsonSchema } from '../../http/request/parameter.js';

/** The JSON Schema keywords that are converted. */
export interface XsdSource {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  enum?: string[];
  properties?: Record<string, XsdSource>;
  required?: string[];
  items?: XsdSource;
  xml?: { name?: string };
}

/** Converts JSON Schemas to XML Schema types: an object is a sequence, a list is an element with one child per item. */
export class XsdTypes {
  private readonly used = new Set<string>();

  constructor(private readonly components: Readonly<Record<string, JsonSchema>>) {}

  /** @param occurs the `minOccurs` and `maxOccurs` attributes, with a leading space, or an empty string */
  element(name: string, schema: XsdSource, occurs: string, depth: number): string {
    const indent = '  '.repeat(depth);
    const type = this.simple(schema);
    if (type !== undefined) return `${indent}<xs:element name="${name}" type="${type}"${occurs}/>`;
    return [
      `${indent}<xs:element name="${name}"${occurs}>`,
      this.anonymous(schema, depth + 1),
      `${indent}</xs:element>`,
    ].join('\n');
  }

  /** The named types of all schemas that `element()` referred to so far. */
  named(): string[] {
    const types: string[] = [];
    // Writing a type can add references to `used`; the loop visits those too.
    for (const name of this.used) types.push(this.complex(this.components[name] as XsdSource, ` name="${name}"`, 1));
    return types.sort();
  }

  private simple({ $ref, type, format, pattern, minimum, enum: values }: XsdSource): string | undefined {
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

  private anonymous(schema: XsdSource, depth: number): string {
    if (schema.type !== 'string') return this.complex(schema, '', depth);
    const indent = '  '.repeat(depth);
    const facets = [
      ...(schema.enum ?? []).map((value) => `<xs:enumeration value="${value}"/>`),
      // XML Schema patterns always match the whole text.
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

  private complex({ properties = {}, required = [], items }: XsdSource, name: string, depth: number): string {
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
