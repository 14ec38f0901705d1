import { type Selection, selectionOf } from '../../http/request/field-selection.js';
import { FIELDS, findField } from './fields.js';

/** What `fl` asks for. */
export interface ParsedSelection {
  /** Absent when `fl` is empty, which is as good as absent (design section 3). */
  readonly selection: Selection | undefined;
  /** Names that are no field, in the order and spelling of the request. */
  readonly ignored: readonly string[];
}

/**
 * Reads `fl`: comma-separated paths of the catalogue; the id always comes (design section 5).
 *
 * @param all what `*` stands for: the fields that come by themselves
 */
export function parseSelection(text: string, all: readonly string[] = DEFAULT_PATHS): ParsedSelection {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return { selection: undefined, ignored: [] };
  const paths = ['id'];
  const ignored: string[] = [];
  for (const name of names) {
    const field = findField(name);
    if (name === '*') paths.push(...all);
    else if (field?.selectable === true) paths.push(field.name);
    else ignored.push(name);
  }
  return { selection: selectionOf(paths), ignored };
}

const selectable = FIELDS.filter((field) => field.selectable);

/** All names that `fl` may hold, in every spelling. */
export const SELECTABLE: readonly string[] = selectable.flatMap(({ name, aliases }) => [name, ...aliases]);

/** What a single place has. */
export const ALL_PATHS: readonly string[] = selectable.map(({ name }) => name);

const DEFAULT_PATHS = selectable.filter((field) => field.default).map(({ name }) => name);

/** What comes without `fl`. */
export const DEFAULT_SELECTION: Selection = selectionOf(['id', ...DEFAULT_PATHS]);
