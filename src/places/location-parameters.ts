import { type Parameter, type ParameterDescription, type ParameterValues } from '../http/request/parameter.js';
import { type ProblemFault } from '../http/problems/problems.js';
import { LOCATION_BOUNDS, parseLocation, type LocationParameter, type SearchLocation } from './query/location.js';
import { toProblemFault } from './query-faults.js';

/** A text that is understood together with others, once all are there. */
export function raw(about: ParameterDescription): Parameter<string | undefined> {
  return {
    about,
    absent: undefined,
    repeatable: false,
    emptyIsAbsent: false,
    read: ([value = '']) => ({ ok: true, value }),
  };
}

function decimal(name: LocationParameter, description: string): Parameter<string | undefined> {
  const [minimum, maximum] = LOCATION_BOUNDS[name];
  return raw({ description, schema: { type: 'number', minimum, maximum } });
}

const corners = 'All four corners go together; a west edge east of the east edge crosses the antimeridian.';

/** Where to search (interface section 4.3; design, section 5, "Location"). */
export const locationParameters = {
  'location.lat': decimal(
    'location.lat',
    'Latitude of the centre in decimal degrees, together with `location.lng`. Finds what lies within ' +
      '`location.radius`; each result carries `location.distance`.',
  ),
  'location.lng': decimal('location.lng', 'Longitude of the centre, together with `location.lat`.'),
  'location.radius': decimal(
    'location.radius',
    'Metres around the centre. Without it a radius of the service holds (50,000 unless configured), ' +
      'and none where there is a rectangle.',
  ),
  'location.nw.lat': decimal('location.nw.lat', `North edge of a rectangle. ${corners}`),
  'location.nw.lng': decimal('location.nw.lng', 'West edge of a rectangle.'),
  'location.se.lat': decimal('location.se.lat', 'South edge of a rectangle.'),
  'location.se.lng': decimal('location.se.lng', 'East edge of a rectangle.'),
} satisfies Record<LocationParameter, Parameter<string | undefined>>;

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
