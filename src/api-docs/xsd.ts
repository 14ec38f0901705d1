import { type JsonSchema } from '../http/parameters.js';
import { PROBLEM_NAMESPACE } from '../http/xml.js';
import { type OpenApiDocument } from './openapi/document.js';

const schemaStart = '<?xml version="1.0" encoding="UTF-8"?>\n<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"';

/**
 * The XML Schema of all XML responses, generated from the OpenAPI document.
 *
 * @param problemLocations where validators find `problem.xsd`, which has the root of failed requests. They take the first
 * that they can read.
 */
export function placesXsd(document: OpenApiDocument, problemLocations: readonly string[]): string {
  const types = new XsdTypes(document.components.schemas);
  const elements = [...roots(document)].map(([root, schema]) => types.element(root, schema, '', 1));
  const imports = problemLocations.map(
    (location) => `  <xs:import namespace="${PROBLEM_NAMESPACE}" schemaLocation="${location}"/>`,
  );
  return [`${schemaStart}>`, rootsNote, ...imports, ...elements, ...types.named(), '</xs:schema>', ''].join('\n');
}

const rootsNote = `  <xs:annotation>
    <xs:documentation>
      The roots of responses. A failed request has the root "problem" of the namespace ${PROBLEM_NAMESPACE}, which is
      imported: keep problem.xsd beside this file.
    </xs:documentation>
  </xs:annotation>`;

/** The XML Schema of problem documents, which have their own namespace (RFC 9457, appendix B). */
export function problemXsd(document: OpenApiDocument): string {
  const types = new XsdTypes(document.components.schemas);
  const namespace = `xmlns="${PROBLEM_NAMESPACE}" targetNamespace="${PROBLEM_NAMESPACE}" elementFormDefault="qualified"`;
  const element = types.element('problem', { $ref: '#/components/schemas/Problem' }, '', 1);
  return [`${schemaStart} ${namespace}>`, element, ...types.named(), '</xs:schema>', ''].join('\n');
}

/** The root elements of all XML responses, sorted by name. */
function roots(document: OpenApiDocument): Map<string, JsonSchema> {
  const elements = new Map<string, JsonSchema>();
  for (const { responses } of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const response = responses[200];
    const schema = response && 'content' in response ? response.content['application/xml']?.schema : undefined;
    if (schema === undefined) continue;
    const { xml }: XsdSource = schema;
    if (xml?.name !== undefined) elements.set(xml.name, schema);
  }
  return new Map([...elements].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The JSON Schema keywords that are converted. */
interface XsdSource {
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
class XsdTypes {
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
