import { z } from 'zod';
import { type RecordKindName, recordKindNames, recordKinds } from './record-kinds.js';

/** One record of a kind. */
const singular: Readonly<Record<RecordKindName, string>> = {
  categories: 'a category',
  places: 'a place',
  users: 'a user',
  follows: 'a follow',
  checkins: 'a check-in',
  reviews: 'a review',
};

interface Members {
  readonly all: readonly string[];
  readonly required: readonly string[];
}

const membersOf = Object.fromEntries(
  recordKindNames.map((kind) => [kind, readMembers(recordKinds[kind].schema)]),
) as Readonly<Record<RecordKindName, Members>>;

function readMembers(schema: z.ZodType): Members {
  const object = schema instanceof z.ZodPipe ? schema.in : schema;
  if (!(object instanceof z.ZodObject)) throw new Error('The schema of a kind is no object.');
  const shape = object.shape as Readonly<Record<string, z.ZodType>>;
  const all = Object.keys(shape);
  return { all, required: all.filter((member) => !shape[member]?.safeParse(undefined).success) };
}

/**
 * The kind that a line belongs to instead of the given one: it knows all members of the line that the given kind knows, and
 * more of them. So a line with a member that only the given kind knows is never of another kind.
 */
export function otherKindOf(line: object, given: RecordKindName): RecordKindName | undefined {
  const knownTo = (kind: RecordKindName): string[] => membersOf[kind].all.filter((member) => member in line);
  const own = knownTo(given);
  const others = recordKindNames
    .filter((kind) => kind !== given)
    .map((kind) => ({ kind, known: knownTo(kind) }))
    .filter(({ known }) => own.every((member) => known.includes(member)))
    .filter(({ kind, known }) =>
      known.length > own.length ? isValid(line, kind, given) : isPlainer(line, kind, given),
    );
  // A check-in has no member that a review lacks. The kind with fewer members describes it better.
  others.sort((a, b) => b.known.length - a.known.length || membersOf[a.kind].all.length - membersOf[b.kind].all.length);
  return others[0]?.kind;
}

/** Whether the line may be stored as one of the kinds. The faults of other lines say more than their kind. */
function isValid(line: object, ...kinds: RecordKindName[]): boolean {
  return kinds.some((kind) => membersOf[kind].required.every((member) => member in line));
}

/** Whether the line is of a kind whose members the given kind has, too: it has all of them, or lacks what the other requires. */
function isPlainer(line: object, kind: RecordKindName, given: RecordKindName): boolean {
  const { all } = membersOf[kind];
  if (!all.every((member) => membersOf[given].all.includes(member))) return false;
  return all.every((member) => member in line) || (isValid(line, kind) && !isValid(line, given));
}

export function describeOtherKind(given: RecordKindName, other: RecordKindName): string {
  return `looks like ${singular[other]}, not like ${singular[given]}: \`import ${other}\` reads it`;
}
