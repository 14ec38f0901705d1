import { z } from 'zod';
import { listParameter, type Parameter, type ParameterDescription } from './parameters.js';
import { type Value } from './xml.js';

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
 * `fl` of a resource with this schema. A parent selects all fields below it, `*` selects everything, and `id` is
 * always selected. Unknown names are ignored.
 */
export function fields(schema: z.ZodType): Parameter<Selection | undefined> {
  const paths = pathsOf(schema);
  return listParameter<Selection | undefined, undefined>(describeFields(paths, 'everything'), undefined, (value) => {
    const names = value.split(',').map((name) => name.trim());
    const known = names.filter((name) => paths.includes(name));
    const ignored = names.filter((name) => name !== '' && name !== '*' && !paths.includes(name));
    const everything = names.includes('*') || names.every((name) => name === '');
    return { ok: true, value: everything ? undefined : selectionOf(['id', ...known]), ignored, known: ['*', ...paths] };
  });
}

/** The paths of all members. The members of a list are those of its items. */
function pathsOf(schema: z.core.$ZodType, prefix = ''): string[] {
  if (schema instanceof z.ZodOptional) return pathsOf(schema.unwrap(), prefix);
  if (schema instanceof z.ZodArray) return pathsOf(schema.element, prefix);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, member]) => [
    `${prefix}${name}`,
    ...pathsOf(member as z.core.$ZodType, `${prefix}${name}.`),
  ]);
}

/**
 * Copies the selected part of a presented resource, in the order of the resource; all of it without a selection. Objects without a
 * selected member are left out, in lists too.
 */
export function pick(resource: Readonly<Record<string, Value | undefined>>, selection?: Selection): Value {
  // A part of a Value is a Value.
  return selection ? ((prune(resource, selection) ?? {}) as Value) : resource;
}

/** The selected members by name: whole (`true`) or in part. For a list, the selection applies to each item. */
export type Selection = ReadonlyMap<string, Selection | true>;

type Branch = Map<string, Branch | true>;

/** Selects these paths. A path selects everything below it. */
export function selectionOf(paths: readonly string[]): Selection {
  const root: Branch = new Map();
  // A parent comes before its members, so that they cannot narrow it.
  for (const path of [...paths].sort((a, b) => a.length - b.length)) add(root, path.split('.'));
  return root;
}

function add(branch: Branch, [member, ...rest]: readonly string[]): void {
  if (member === undefined) return;
  const known = branch.get(member);
  if (known === true) return;
  if (rest.length === 0) {
    branch.set(member, true);
    return;
  }
  const next: Branch = known ?? new Map<string, Branch | true>();
  branch.set(member, next);
  add(next, rest);
}

function prune(record: object, selection: Selection): Record<string, unknown> | undefined {
  const selected: Record<string, unknown> = {};
  let isEmpty = true;
  for (const member of Object.keys(record)) {
    const wanted = selection.get(member);
    if (wanted === undefined) continue;
    const value = (record as Record<string, unknown>)[member];
    const part = wanted === true ? value : pruneValue(value, wanted);
    if (part === undefined) continue;
    selected[member] = part;
    isEmpty = false;
  }
  return isEmpty ? undefined : selected;
}

function pruneValue(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => pruneValue(item, selection)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  return typeof value === 'object' && value !== null ? prune(value, selection) : undefined;
}
