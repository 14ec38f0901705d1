import { type ProblemDocument, type ProblemFault } from './problem-schema.js';
import { PROBLEM_NAMESPACE, writeXml } from '../response/xml.js';

/** Bytes that the body of a problem may have: whatever was sent, the answer is short. */
const maxBytes = 4096;

/** Bytes of JSON that cannot come to more than that in XML, even if each had to be escaped. */
const surelyShort = 500;

/**
 * How long the lists of what is allowed, and texts, may be; and whether a list is told again with each fault. A suggestion is
 * sent back as it is: one that is longer is left out, because a part of it would be another fault.
 */
interface Cut {
  readonly repeat: boolean;
  readonly allowed: number;
  readonly text: number;
  readonly suggestion: number;
}

/** How far all is cut where not all faults fit, and where not even one does. */
const tight: Cut = { repeat: false, allowed: 3, text: 100, suggestion: 100 };
const tightest: Cut = { repeat: false, allowed: 3, text: 30, suggestion: 30 };

/** What is tried in turn until all faults fit: what was told already goes first, and faults go last of all. */
const cuts: readonly Cut[] = [
  { repeat: true, allowed: 100, text: 1200, suggestion: Infinity },
  { repeat: false, allowed: 100, text: 1200, suggestion: Infinity },
  { repeat: false, allowed: 20, text: 300, suggestion: Infinity },
  { repeat: false, allowed: 10, text: 100, suggestion: Infinity },
  tight,
];

/**
 * A problem without what makes it too long, the same in both formats.
 *
 * @param untold how many faults there are beyond those of the document
 */
export function limitProblemSize(document: ProblemDocument, untold = 0): ProblemDocument {
  if (untold === 0 && isShort(document)) return document;
  const total = document.errors.length;
  const told = (count: number, cut: Cut): ProblemDocument => {
    const left = total - count + untold;
    const errors = shortFaults(document.errors.slice(0, count), cut);
    if (left > 0) errors.push({ reason: `${left} more faults are not listed` });
    return { ...document, detail: cutText(document.detail, cut), errors };
  };
  for (const cut of cuts) {
    const all = told(total, cut);
    if (isShort(all)) return all;
  }
  const count = largest(total - 1, (faults) => isShort(told(faults, tight)));
  return count > 0 ? told(count, tight) : told(1, tightest);
}

/** The largest number from 0 to `most` that fits, where all below one that fits do. */
function largest(most: number, fits: (number: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** XML is the longer one, most of the time, and takes longer to write. */
function isShort(document: ProblemDocument): boolean {
  const json = Buffer.byteLength(JSON.stringify(document));
  if (json <= surelyShort) return true;
  return json <= maxBytes && Buffer.byteLength(writeXml('problem', document, PROBLEM_NAMESPACE)) <= maxBytes;
}

function shortFaults(faults: readonly ProblemFault[], to: Cut): ProblemFault[] {
  const lists = new Set<string>();
  const isNew = (list: readonly string[]): boolean => lists.size < lists.add(JSON.stringify(list)).size;
  return faults.map(({ parameter, value, reason, allowed, suggestion }) => ({
    ...(parameter !== undefined && { parameter: cutText(parameter, to) }),
    ...(value !== undefined && { value: cutText(value, to) }),
    reason: cutText(reason, to),
    ...(allowed &&
      (isNew(allowed) || to.repeat) && { allowed: allowed.slice(0, to.allowed).map((text) => cutText(text, to)) }),
    ...(suggestion !== undefined && suggestion.length <= to.suggestion && { suggestion }),
  }));
}

function cutText(text: string, to: Cut): string {
  return text.length > to.text ? `${text.slice(0, to.text).toWellFormed()}…` : text;
}
