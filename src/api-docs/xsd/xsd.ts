import { type JsonSchema } from '../../http/request/parameter.js';
import { PROBLEM_NAMESPACE } from '../../http/response/xml.js';
import { type OpenApiDocument } from '../openapi/document.js';
import { type XsdSource, XsdTypes } from './types.js';

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
