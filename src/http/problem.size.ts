import { type ProblemDocument } from './problem.schema.js';
import { PROBLEM_NAMESPACE, writeXml } from './xml.js';

/** Bytes that the body of a problem may have: whatever was sent, the answer is short. */
const maxSize = 4096;

/** Bytes of JSON that cannot come to more than that in XML, even if each had to be escaped. */
const surelyShort = 500;

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

/** A problem without what makes it too long, the same in both formats. */
export function shortProblem(document: ProblemDocument): ProblemDocument {
  let short = document;
  for (const to of cuts) {
    if (isShort(short)) break;
    short = shortened(document, to);
  }
  return short;
}

/** XML is the longer one, most of the time, and takes longer to write. */
function isShort(document: ProblemDocument): boolean {
  const json = Buffer.byteLength(JSON.stringify(document));
  if (json <= surelyShort) return true;
  return json <= maxSize && Buffer.byteLength(writeXml('problem', document, PROBLEM_NAMESPACE)) <= maxSize;
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
