import { select, type Selection, selectionOf } from './field-selection.js';
import { type Parameter, type ParameterDescription, text } from './parameter.js';
import { type Value } from '../response/xml.js';

/** What is said of `fl`, whose names are these. */
export function describeFields(names: readonly string[], everything: string): ParameterDescription {
  // Check-ins have none.
  const always = names.includes('id') ? ', and the id always comes' : '';
  return {
    description:
      `The fields that are wanted, separated by commas; \`*\` is ${everything}. A parent brings all that lies under ` +
      `it${always}. Names that are none are ignored, and named in \`X-Ignored-Parameters\`.`,
    schema: { type: 'array', items: { type: 'string', enum: ['*', ...names] } },
  };
}

/**
 * `fl` on a resource with these paths: a parent brings all under it, `*` brings everything, the id always comes where
 * there is one, and unknown names are ignored and named (design, sections 3 and 5).
 */
export function fields(paths: readonly string[]): Parameter<Selection | undefined> {
  return text<Selection | undefined, undefined>(describeFields(paths, 'everything'), undefined, (value) => {
    const names = value.split(',').map((name) => name.trim());
    const known = names.filter((name) => paths.includes(name));
    const ignored = names.filter((name) => name !== '' && name !== '*' && !paths.includes(name));
    const everything = names.includes('*') || names.every((name) => name === '');
    return { ok: true, value: everything ? undefined : selectionOf(['id', ...known]), ignored, known: ['*', ...paths] };
  });
}

/** The part of a presented resource that `fl` asks for; all of it without `fl`. */
export function pick(resource: Readonly<Record<string, Value | undefined>>, selection?: Selection): Value {
  // What is selected from a Value is one.
  return selection ? (select(resource, selection) as Value) : resource;
}
