import { select, type Selection, selectionOf } from './field-selection.js';
import { list, type Parameter, type ParameterDescription } from './parameter.js';
import { type Value } from '../response/xml.js';

/** Documents `fl` of a resource with these field paths. `everything` describes the selection of `*`. */
export function describeFields(names: readonly string[], everything: string): ParameterDescription {
  // Check-ins have no id.
  const always = names.includes('id') ? ' The id is always included.' : '';
  return {
    description:
      `The fields to return, repeated or separated by commas; \`*\` is ${everything}. A parent includes all fields below it.${always} ` +
      'Unknown names are ignored, and listed in `X-Ignored-Parameters`.',
    schema: { type: 'array', items: { type: 'string', enum: ['*', ...names] } },
  };
}

/**
 * `fl` of a resource with these field paths. A parent selects all fields below it, `*` selects everything, and `id` is
 * always selected. Unknown names are ignored.
 */
export function fields(paths: readonly string[]): Parameter<Selection | undefined> {
  return list<Selection | undefined, undefined>(describeFields(paths, 'everything'), undefined, (value) => {
    const names = value.split(',').map((name) => name.trim());
    const known = names.filter((name) => paths.includes(name));
    const ignored = names.filter((name) => name !== '' && name !== '*' && !paths.includes(name));
    const everything = names.includes('*') || names.every((name) => name === '');
    return { ok: true, value: everything ? undefined : selectionOf(['id', ...known]), ignored, known: ['*', ...paths] };
  });
}

/** The selected fields of a presented resource; all fields without a selection. */
export function pick(resource: Readonly<Record<string, Value | undefined>>, selection?: Selection): Value {
  // A part of a Value is a Value.
  return selection ? (select(resource, selection) as Value) : resource;
}
