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

/**
 * Copies the selected part of a record, in the order of the record. Objects without a selected member are left out, in
 * lists too.
 */
export function select(record: object, selection: Selection): Record<string, unknown> {
  return prune(record, selection) ?? {};
}

function prune(record: object, selection: Selection): Record<string, unknown> | undefined {
  const selected: Record<string, unknown> = {};
  let isEmpty = true;
  for (const [member, value] of Object.entries(record) as [string, unknown][]) {
    const wanted = selection.get(member);
    const part = wanted === undefined || wanted === true ? value : pruneValue(value, wanted);
    if (wanted === undefined || part === undefined) continue;
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
