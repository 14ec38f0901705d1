import { type Parameter, type ParameterDescription, type ParameterValues, single } from '../http/request/parameter.js';
import { type ProblemFault } from '../http/problems/problems.js';
import { LOCATION_BOUNDS, parseLocation, type LocationParameter, type SearchLocation } from './query/location.js';
import { withMutableAllowed } from './query-faults.js';

/** A parameter whose text is parsed later, together with other parameters. */
export function rawTextParameter(documentation: ParameterDescription): Parameter<string | undefined> {
  return single<string | undefined>(documentation, undefined, (value) => ({ ok: true, value }));
}

function decimal(name: keyof typeof LOCATION_BOUNDS, description: string): Parameter<string | undefined> {
  const [minimum, maximum] = LOCATION_BOUNDS[name];
  return rawTextParameter({ description, schema: { type: 'number', minimum, maximum } });
}

const corners =
  'Give all four edges. If the west edge is east of the east edge, the rectangle crosses the antimeridian.';

/** The parameters for a centre with a radius, and for a rectangle. */
export const locationParameters = {
  'location.lat': decimal(
    'location.lat',
    'Latitude of the centre in decimal degrees, together with `location.lng`. Finds places within ' +
      '`location.radius`. Each place has its `location.distance`.',
  ),
  'location.lng': decimal('location.lng', 'Longitude of the centre, together with `location.lat`.'),
  'location.radius': decimal(
    'location.radius',
    'Metres around the centre, or around `location.line`, which needs it; it needs one of them. Default around the centre: ' +
      'the configured radius (50,000), or no limit with a rectangle or polygon.',
  ),
  'location.nw.lat': decimal('location.nw.lat', `North edge of a rectangle. ${corners}`),
  'location.nw.lng': decimal('location.nw.lng', 'West edge of a rectangle.'),
  'location.se.lat': decimal('location.se.lat', 'South edge of a rectangle.'),
  'location.se.lng': decimal('location.se.lng', 'East edge of a rectangle.'),
  'location.polygon': rawTextParameter({
    description:
      'The 3 to 100 points of a polygon, in either direction; the closing point is optional. Its edges must not cross. Each ' +
      'takes the shorter way around the earth.',
    schema: { type: 'string', examples: ['-23.55,-46.66;-23.55,-46.62;-23.58,-46.64'] },
  }),
  'location.line': rawTextParameter({
    description:
      'The 2 to 100 points of a line, at most 5,000 km long. It needs `location.radius`, at most 50,000, and finds places ' +
      'within so many metres of it. Then the radius does not limit the distance from the centre.',
    schema: { type: 'string', examples: ['-23.55,-46.66;-23.58,-46.64'] },
  }),
} satisfies Record<LocationParameter, Parameter<string | undefined>>;

const names = Object.keys(locationParameters) as LocationParameter[];

/** Parses the location parameters together, and adds their faults to `faults`. */
export function readLocation(
  values: Partial<ParameterValues<typeof locationParameters>>,
  faults: ProblemFault[],
): SearchLocation {
  const given = names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  const location = parseLocation(Object.fromEntries(given));
  if (location.ok) return location.value;
  faults.push(...location.faults.map(withMutableAllowed));
  return {};
}
