import { FIELDS, findField } from './fields.js';

/** A parsed `fl`. */
export interface ParsedFieldList {
  /** Paths in JSON, the id first. Absent if `fl` is empty, which means the same as no `fl`. */
  readonly paths?: readonly string[];
  /** Names that are no field, in the order and spelling of the request. */
  readonly ignored: readonly string[];
}

const selectable = FIELDS.filter((field) => field.selectable);

/** All names that `fl` accepts, aliases included. */
export const SELECTABLE: readonly string[] = selectable.flatMap(({ name, aliases }) => [name, ...aliases]);

/** The fields of a single place. Whether it is open changes with time, so it is computed only if `fl` names it. */
export const ALL_PATHS: readonly string[] = selectable.filter(({ kind }) => kind !== 'open').map(({ name }) => name);

/** The fields of a place in a list without `fl`. */
export const DEFAULT_PATHS: readonly string[] = selectable.filter((field) => field.default).map(({ name }) => name);

/**
 * Parses `fl`: field names separated by commas. The id is always selected.
 *
 * @param wildcard the paths that `*` selects
 */
export function parseFieldList(text: string, wildcard: readonly string[] = DEFAULT_PATHS): ParsedFieldList {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return { ignored: [] };
  const paths = ['id'];
  const ignored: string[] = [];
  for (const name of names) {
    const field = findField(name);
    if (name === '*') paths.push(...wildcard);
    else if (field?.selectable === true) paths.push(field.name);
    else ignored.push(name);
  }
  return { paths, ignored };
}
