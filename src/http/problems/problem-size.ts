import { PROBLEM_NAMESPACE, writeXml } from '../xml.js';
import { type ProblemDocument, type ProblemFault } from '../problems.js';

/** The maximum size of a problem's body. A problem repeats parts of the request, which may be large. */
const maxBytes = 4096;

/** JSON of this size cannot exceed `maxBytes` in XML, even if every character is escaped. */
const alwaysFitsBytes = 500;

/** How a document is shortened. A suggestion is never cut, because a part of it would be invalid: a long one is left out. */
interface Limits {
  /** Whether a list of allowed values that an earlier fault has is repeated. */
  readonly repeatLists: boolean;
  readonly listLength: number;
  readonly textLength: number;
  readonly suggestionLength: number;
}

const tight: Limits = { repeatLists: false, listLength: 3, textLength: 100, suggestionLength: 100 };
/** For a single fault that does not fit with `tight`. */
const tightest: Limits = { ...tight, textLength: 30, suggestionLength: 30 };

/** Tried in turn until all faults fit. Faults are left out only if none of these suffices. */
const attempts: readonly Limits[] = [
  { repeatLists: true, listLength: 100, textLength: 1200, suggestionLength: Infinity },
  { repeatLists: false, listLength: 100, textLength: 1200, suggestionLength: Infinity },
  { repeatLists: false, listLength: 20, textLength: 300, suggestionLength: Infinity },
  { repeatLists: false, listLength: 10, textLength: 100, suggestionLength: Infinity },
  tight,
];

/**
 * Shortens a problem until it fits `maxBytes`. JSON and XML get the same document.
 *
 * @param omittedCount how many faults there are in addition to those of the document
 */
export function limitProblemSize(document: ProblemDocument, omittedCount = 0): ProblemDocument {
  if (omittedCount === 0 && fits(document)) return document;
  const total = document.errors.length;
  const shorten = (count: number, limits: Limits): ProblemDocument => {
    const omitted = total - count + omittedCount;
    const errors = shortenFaults(document.errors.slice(0, count), limits);
    if (omitted > 0) errors.push({ reason: `${omitted} more faults are not listed` });
    return { ...document, detail: shortenText(document.detail, limits), errors };
  };
  for (const limits of attempts) {
    const complete = shorten(total, limits);
    if (fits(complete)) return complete;
  }
  const count = largestFitting(total - 1, (faults) => fits(shorten(faults, tight)));
  return count > 0 ? shorten(count, tight) : shorten(1, tightest);
}

/** Binary search for the largest number from 0 to `max` that fits. Every number below a fitting one must fit too. */
function largestFitting(max: number, isFitting: (number: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isFitting(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Checks JSON first: it is cheaper to write than XML. */
function fits(document: ProblemDocument): boolean {
  const json = Buffer.byteLength(JSON.stringify(document));
  if (json <= alwaysFitsBytes) return true;
  return json <= maxBytes && Buffer.byteLength(writeXml('problem', document, PROBLEM_NAMESPACE)) <= maxBytes;
}

function shortenFaults(faults: readonly ProblemFault[], limits: Limits): ProblemFault[] {
  const lists = new Set<string>();
  const isNew = (list: readonly string[]): boolean => lists.size < lists.add(JSON.stringify(list)).size;
  return faults.map(({ parameter, value, reason, allowed, suggestion }) => ({
    ...(parameter !== undefined && { parameter: shortenText(parameter, limits) }),
    ...(value !== undefined && { value: shortenText(value, limits) }),
    reason: shortenText(reason, limits),
    ...(allowed &&
      (isNew(allowed) || limits.repeatLists) && {
        allowed: allowed.slice(0, limits.listLength).map((text) => shortenText(text, limits)),
      }),
    ...(suggestion !== undefined && suggestion.length <= limits.suggestionLength && { suggestion }),
  }));
}

function shortenText(text: string, { textLength }: Limits): string {
  return text.length > textLength ? `${text.slice(0, textLength).toWellFormed()}…` : text;
}
