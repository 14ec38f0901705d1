import { type Request, type Response } from 'express';
import { headerLimits } from '../response/link-header.js';
import { invalidParameters } from '../problems/problems.js';
import { type RouteParameters } from './parameters-decorator.js';
import { parseSegments, segmentFaults } from './path-segment.js';
import { readParameters } from './read-parameters.js';

/** Of an encoded name in `X-Ignored-Parameters`. */
const maxNameLength = 100;

/** Ends a name, or the list, that is cut. */
const cut = '...';

const noParameters: RouteParameters = { parameters: {}, segments: {}, combine: (value) => ({ value, faults: [] }) };

/**
 * Reads the path segments and the query parameters of a route by its `@Parameters(...)`; without that decorator, the route
 * takes none. Unknown names are listed in `X-Ignored-Parameters`, or rejected with `Prefer: handling=strict` (RFC 7240).
 *
 * @throws ProblemError `invalid_parameter` with all faults at once
 */
export function readRouteParameters(
  request: Request,
  response: Response,
  { parameters, segments, combine }: RouteParameters = noParameters,
): unknown {
  // Other stages read these: the format negotiation, and the access guard if ACCESS_TOKEN_IN_QUERY is on.
  const common = request.context.acceptsTokenInQuery ? ['wt', 'access_token'] : ['wt'];
  const { values, faults, ignored, unknown } = readParameters(
    request.context.query,
    parameters,
    common,
    request.context.formats,
  );
  const allFaults = segmentFaults(request);
  const combined = combine({ ...values, ...parseSegments(request, segments, allFaults) });
  allFaults.push(...faults, ...combined.faults);
  if (isStrict(request)) {
    response.setHeader('Preference-Applied', 'handling=strict');
    allFaults.push(...unknown);
  } else if (ignored.length > 0) {
    response.setHeader('X-Ignored-Parameters', ignoredHeader(ignored));
  }
  if (allFaults.length > 0) throw invalidParameters(allFaults);
  request.context.validUntil = combined.validUntil;
  return combined.value;
}

/** Cuts long names, and leaves out those that exceed the limit of the header. */
function ignoredHeader(names: readonly string[]): string {
  const encoded = names.map(encodeName);
  let length = cut.length;
  const fitting = encoded.filter((name) => (length += name.length + 1) <= headerLimits.ignoredParameters);
  return (fitting.length < encoded.length ? [...fitting, cut] : fitting).join(',');
}

function encodeName(name: string): string {
  let encoded = '';
  for (const character of name.toWellFormed()) {
    const next = encoded + encodeURIComponent(character);
    if (next.length > maxNameLength) return `${encoded}${cut}`;
    encoded = next;
  }
  return encoded;
}

function isStrict(request: Request): boolean {
  // If a preference is given twice, the first counts (RFC 7240, section 2).
  const [, handling] = /(?:^|[,;\s])handling\s*=\s*"?([^",;\s]*)/i.exec(request.get('prefer') ?? '') ?? [];
  return handling?.toLowerCase() === 'strict';
}
