import { type Parameter, single } from '../http/request/parameter.js';
import { toParseResult } from './query-faults.js';
import { DATED_PATTERN, OPEN_PATTERN, type OpenAt, parseDated, parseOpen } from './query/open.js';

const FORMS =
  '`now`, a local time of each place (`2026-11-23T19:30`), or a time with an offset as in RFC 3339 ' +
  '(`2026-11-23T19:30:00.000-03:00`; encode a plus sign as `%2B`)';

/** `open` of place search. */
export const openParameter = timeParameter(
  `Finds places that are open at this time by their \`openingHours\`: ${FORMS}. Places without readable opening hours are ` +
    'left out; `header.unknownHours` counts them.',
);

/** `open` of type-ahead, which does not count unknown hours. */
export const suggestOpenParameter = timeParameter(
  `Suggests only places that are open at this time by their \`openingHours\`, and only categories, cities and districts ` +
    `with such places: ${FORMS}.`,
);

/** `at` of opening hours. */
export const hoursTimeParameter = timeParameter(
  `The time on which the response begins: ${FORMS}. Years from 0100 on. Default: \`now\`.`,
  { parse: parseDated, pattern: DATED_PATTERN },
);

function timeParameter(
  description: string,
  { parse, pattern } = { parse: parseOpen, pattern: OPEN_PATTERN },
): Parameter<OpenAt | undefined> {
  const schema = { type: 'string', pattern } as const;
  return single<OpenAt | undefined>({ description, schema }, undefined, (text) => toParseResult(parse(text)));
}
