import { type ProblemDocument } from './problem.schema.js';

/** Bytes that the body of a problem may have: whatever was sent, the answer is short. */
const maxSize = 4096;

/** How far texts, faults and their lists are cut, in turn, until the body is short enough. The last is always enough. */
const cuts = [
  { faults: 10, allowed: 100, text: 1200 },
  { faults: 3, allowed: 100, text: 1200 },
  { faults: 1, allowed: 100, text: 1200 },
  { faults: 3, allowed: 20, text: 300 },
  { faults: 3, allowed: 10, text: 100 },
  { faults: 3, allowed: 3, text: 30 },
] as const;

type Cut = (typeof cuts)[number];

/** Writes a problem, without what makes it too long. */
export function writeShort(document: ProblemDocument, write: (document: ProblemDocument) => string): string {
  let written = write(document);
  for (const to of cuts) {
    if (Buffer.byteLength(written) <= maxSize) break;
    written = write(shortened(document, to));
  }
  return written;
}

function shortened(document: ProblemDocument, to: Cut): ProblemDocument {
  const cut = (text: string): string => (text.length > to.text ? `${text.slice(0, to.text).toWellFormed()}…` : text);
  const told = document.errors.slice(0, to.faults).map(({ parameter, value, reason, allowed, suggestion }) => ({
    ...(parameter !== undefined && { parameter: cut(parameter) }),
    ...(value !== undefined && { value: cut(value) }),
    reason: cut(reason),
    ...(allowed && { allowed: allowed.slice(0, to.allowed).map(cut) }),
    ...(suggestion !== undefined && { suggestion: cut(suggestion) }),
  }));
  const untold = document.errors.length - told.length;
  return {
    ...document,
    detail: cut(document.detail),
    errors: untold > 0 ? [...told, { reason: `${untold} more faults are not listed` }] : told,
  };
}
