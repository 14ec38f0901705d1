import { type Parameter, type ParameterValues } from '../http/parameter.js';
import { type ProblemFault } from '../http/problems.js';
import { parseLocation, type LocationParameter, type SearchLocation } from './query/location.js';
import { toProblemFault } from './query.faults.js';

/** A text that is understood together with others, once all are there. */
export const raw: Parameter<string | undefined> = {
  absent: undefined,
  repeatable: false,
  emptyIsAbsent: false,
  read: ([value = '']) => ({ ok: true, value }),
};

/** Where to search (interface section 4.3; design, section 5, "Location"). */
export const locationParameters = {
  'location.lat': raw,
  'location.lng': raw,
  'location.radius': raw,
  'location.nw.lat': raw,
  'location.nw.lng': raw,
  'location.se.lat': raw,
  'location.se.lng': raw,
} satisfies Record<LocationParameter, typeof raw>;

const names = Object.keys(locationParameters) as LocationParameter[];

/** Puts the parameters of the location together; what is wrong with them is added to the faults. */
export function readLocation(
  values: Partial<ParameterValues<typeof locationParameters>>,
  faults: ProblemFault[],
): SearchLocation {
  const given = names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  const location = parseLocation(Object.fromEntries(given));
  if (location.ok) return location.value;
  faults.push(...location.faults.map(toProblemFault));
  return {};
}
