import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { headerLimits } from './links.js';
import { invalidParameters, type ProblemFault } from './problems.js';
import { defaultFormats, type Format, formats } from './format.js';
import { type ParsedQuery, type QueryPair } from './request-target.js';

/** The query parameters of a route. */
export interface RouteParameters {
  parameters: ParameterSet;
  /** The path segments that are more than a text, by their names in the path. */
  segments: ParameterSet;
  /** Combines the values and finds conflicts between them. */
  readonly combine: (values: ValidValues<ParameterSet>) => CombinedParameters<unknown>;
}

export const PARAMETERS = Symbol('PARAMETERS');

const ParametersArgument = createParamDecorator(
  (_data: unknown, execution: ExecutionContext) => execution.switchToHttp().getRequest<Request>().context.parameters,
);

/**
 * Declares the query parameters of a route, and passes their values to the argument. A route without this decorator takes no
 * parameters.
 *
 * How the values get to the argument:
 * 1. This decorator stores the declaration as metadata of the controller's method.
 * 2. `ResponseInterceptor` calls `storeParameters`, which reads the request by the declaration, rejects it if a value is
 *    invalid, and else stores the values as `request.context.parameters`.
 * 3. `ResponseInterceptor` calls `next.handle()`. Nest resolves the decorators of arguments inside that call, just before
 *    the controller's method: `ParametersArgument` reads `request.context.parameters` there.
 *
 * @param combine combines the values; the argument is what it returns, else `ParameterValues<typeof parameters>`
 * @param segments how path segments are parsed; their values are combined with those of the parameters
 */
export function Parameters<S extends ParameterSet, P extends ParameterSet = S>(
  parameters: S,
  combine: (values: ValidValues<S & P>) => CombinedParameters<unknown> = (value) => ({ value, faults: [] }),
  segments?: P,
): ParameterDecorator {
  return (prototype, key, index) => {
    ParametersArgument()(prototype, key, index);
    const handler: unknown = key === undefined ? undefined : Reflect.get(prototype, key);
    if (typeof handler === 'function')
      Reflect.defineMetadata(PARAMETERS, { parameters, combine, segments: segments ?? {} }, handler);
  };
}

/** Ends a list that is cut. */
const cut = '...';

const noParameters: RouteParameters = { parameters: {}, segments: {}, combine: (value) => ({ value, faults: [] }) };

/**
 * Reads the path segments and the query parameters of a route by its `@Parameters(...)`, and stores them for that decorator.
 * Unknown names are listed in `X-Ignored-Parameters`, or rejected with `Prefer: handling=strict` (RFC 7240).
 *
 * @param handler the method of the controller
 * @throws ProblemError `invalid_parameter` with all faults at once
 */
export function storeParameters(handler: object, request: Request, response: Response): void {
  const { context } = request;
  const declared = Reflect.getMetadata(PARAMETERS, handler) as RouteParameters | undefined;
  const { parameters, segments, combine } = declared ?? noParameters;
  // Other stages read these: the format negotiation, and the access guard if OLD_CLIENTS has `token-in-query`.
  const common = context.acceptsTokenInQuery ? ['wt', 'access_token'] : ['wt'];
  const { values, faults, ignored, unknown } = readParameters(context.query, parameters, common, context.formats);
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
  context.parameters = combined.value;
  context.validUntil = combined.validUntil;
}

/** Leaves out names for which the header has no room, and ends with `...` then. */
function ignoredHeader(names: readonly string[]): string {
  const shown: string[] = [];
  let room = headerLimits.ignoredParameters - cut.length;
  for (const name of names) {
    const encoded = encodeURIComponent(name.toWellFormed());
    if (encoded.length >= room) continue;
    room -= encoded.length + 1;
    shown.push(encoded);
  }
  return [...shown, ...(shown.length < names.length ? [cut] : [])].join(',');
}

function isStrict(request: Request): boolean {
  // If a preference is given twice, the first counts (RFC 7240, section 2).
  const [, handling] = /(?:^|[,;\s])handling\s*=\s*"?([^",;\s]*)/i.exec(request.get('prefer') ?? '') ?? [];
  return handling?.toLowerCase() === 'strict';
}

/** A decoded path segment. `storeParameters` rejects invalid segments with `segmentFaults`. */
export function readSegment(request: Request, name: string): string {
  const segment = request.params[name];
  if (typeof segment !== 'string') throw new Error(`The route has no segment ${name}`);
  return segment;
}

/** The faults of path segments that no identifier can match. */
function segmentFaults(request: Request): ProblemFault[] {
  return Object.entries(request.params)
    .filter(([, segment]) => typeof segment === 'string' && !isStorable(segment))
    .map(([parameter, segment]) =>
      unstorable(parameter, String(segment), 'contains a character that no identifier can contain (NUL)'),
    );
}

/** Parses path segments, and adds their faults to `faults`. */
function parseSegments<S extends ParameterSet>(request: Request, segments: S, faults: ProblemFault[]): ValidValues<S> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(segments)) {
    const value = readSegment(request, name);
    if (!isStorable(value)) continue;
    const result = parameter.read([value]);
    if (result.ok) values[name] = result.value;
    else faults.push(...result.faults.map((fault) => ({ parameter: name, value, ...fault })));
  }
  // Each member was read by the parameter of its name, which is what the mapped type says.
  return values as ValidValues<S>;
}

/** Passes a path segment to an argument of a controller's method. */
export const PathSegment = createParamDecorator((name: string, execution: ExecutionContext): string =>
  readSegment(execution.switchToHttp().getRequest<Request>(), name),
);

/** The parameters of an endpoint by name. Their types differ: `ParameterValues` infers them. */
export type ParameterSet = Readonly<Record<string, Parameter<unknown>>>;

/** The valid values, and the defaults of absent parameters. Invalid parameters are missing. */
type ValidValues<S extends ParameterSet> = Partial<ParameterValues<S>>;

/** The combined values. If there are faults, `value` must not be used. */
export interface CombinedParameters<R> {
  value: R;
  faults: ProblemFault[];
  /** When the response becomes wrong because time passes, in milliseconds since 1970. */
  validUntil?: number;
}

/** A query string, parsed by a set of parameters. */
interface ReadParameters<S extends ParameterSet> {
  values: ValidValues<S>;
  faults: ProblemFault[];
  /** Unknown names: of parameters, and of field paths in `fl`. */
  ignored: string[];
  /** The unknown names as faults, for `Prefer: handling=strict`. */
  unknown: ProblemFault[];
}

/**
 * Parses a query string by a set of parameters.
 *
 * @param common names of parameters that other stages read; each may be given once
 * @param offered the formats that `wt` may name
 */
export function readParameters<S extends ParameterSet>(
  query: ParsedQuery,
  set: S,
  common: readonly string[],
  offered: readonly Format[] = defaultFormats,
): ReadParameters<S> {
  const faults = query.broken.map(unreadable);
  const ignored = new Set<string>();
  const unknown: ProblemFault[] = [];
  const given = group(query);
  for (const [name, texts] of given) {
    if (!isStorable(name) || !texts.every(isStorable))
      faults.push(unstorable(name, texts.find((text) => !isStorable(text)) ?? name));
    const repeatable = Object.hasOwn(set, name) && set[name]?.repeatable;
    if (!Object.hasOwn(set, name) && !common.includes(name)) {
      ignored.add(name);
      unknown.push({
        parameter: name,
        value: texts[0] ?? '',
        reason: notKnown,
        allowed: [...Object.keys(set), ...common],
        ...suggestionFor(name, [...Object.keys(set), ...common]),
      });
    } else if (texts.length > 1 && !repeatable) faults.push(repeated(name, texts));
  }
  faults.push(...wtFaults(offered, given.get('wt')));
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(set)) {
    const texts = given.get(name)?.filter((text) => text !== '' || !parameter.emptyIsAbsent) ?? [];
    if (texts.length === 0) values[name] = parameter.defaultValue;
    if (texts.length === 0 || !texts.every(isStorable)) continue;
    const result = parameter.read(texts);
    if (result.ok) {
      values[name] = result.value;
      for (const path of result.ignored ?? []) {
        ignored.add(path);
        unknown.push({ parameter: name, value: path, reason: notKnown, allowed: [...(result.known ?? [])] });
      }
    } else {
      const [text = ''] = texts;
      faults.push(...result.faults.map(({ value = text, ...fault }) => ({ parameter: name, value, ...fault })));
    }
  }
  // Each member was read by the parameter of its name, which is what the mapped type says.
  return { values: values as ValidValues<S>, faults, ignored: [...ignored], unknown };
}

/**
 * What other services call parameters of this one, in small letters without separators: Foursquare, Yelp, Google Places, HERE,
 * Nominatim, Photon, Pelias, Solr, Elasticsearch and others.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  q: `query search searchterm searchtext term terms text textquery keyword keywords name input address querystring`,
  match: 'qop operator defaultoperator fuzzy fuzziness mm minimumshouldmatch',
  fq: `filter filters where postfilter type types kind kinds category categories categoryid categoryids fsqcategoryids includedtype
    includedtypes primarytype layer layers featuretype osmtag amenity sources country countrycodes state county city postalcode
    street brand chains fsqchainids price minprice maxprice minrating attributes ids`,
  fl: 'field fields select include includes columns source sourceincludes fieldmask storedfields docvaluefields',
  rows: 'limit size count perpage pagesize maxresults maxresultcount maxrows results top take n',
  start: 'page offset skip from first startindex startrow',
  cursorMark: 'cursor nextcursor pagetoken nextpagetoken after searchafter scrollid continuation',
  sort: 'order orderby sortby ordering rank rankby rankpreference',
  wt: 'format output outputformat responseformat f',
  'facet.field': 'facet facets aggs aggregations',
  'location.lat': 'latitude y focuspointlat',
  'location.lng': 'lon long longitude x focuspointlon',
  'location.radius': 'distance within maxdistance d',
  'location.bias': 'near ll latlng latlon proximity at location center point pt',
  'location.nw.lat': 'bbox viewbox bounds boundingbox locationrestriction ne sw',
  'location.line': 'route corridor',
  open: 'opennow isopen openat',
  lang: 'language languagecode locale hl',
};

/** The parameter that was probably meant: with other letters or separators, without what stands before its point, or of another service. */
function suggestionFor(name: string, known: readonly string[]): Pick<ProblemFault, 'suggestion'> {
  const meant = simplified(name);
  const suggestion =
    known.find((one) => simplified(one) === meant) ??
    known.find((one) => OTHER_NAMES[one]?.split(/\s+/).includes(meant)) ??
    known.find((one) => simplified(one.replace(/^.*\./u, '')) === meant);
  return suggestion === undefined ? {} : { suggestion };
}

function simplified(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

const notKnown = 'is unknown, and Prefer asks for strict handling';

function group(query: ParsedQuery): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const [name, text] of query.pairs) {
    const texts = given.get(name);
    if (texts) texts.push(text);
    else given.set(name, [text]);
  }
  return given;
}

function repeated(name: string, texts: readonly string[]): ProblemFault {
  return {
    parameter: name,
    value: texts.join(', '),
    reason: `is given ${texts.length} times`,
    allowed: ['once'],
  };
}

function unreadable([parameter, value]: QueryPair): ProblemFault {
  return { parameter, value, reason: 'is not percent-encoded UTF-8', allowed: ['UTF-8, percent-encoded'] };
}

function unstorable(
  parameter: string,
  value: string,
  reason = 'contains a character that cannot be stored (NUL)',
): ProblemFault {
  return { parameter, value, reason, allowed: ['text without NUL'] };
}

function wtFaults(offered: readonly Format[], texts: readonly string[] = []): ProblemFault[] {
  return texts
    .filter((text) => !offered.some((format) => format === text))
    .map((text) => {
      const isKnown = formats.some((format) => format === text);
      const reason = isKnown ? 'is not a format of this resource' : `is not a known format (${formats.join(', ')})`;
      return { parameter: 'wt', value: text, reason, allowed: [...offered] };
    });
}

/** A fault of one value. `readParameters` adds the name of the parameter, and the value if it is absent here. */
type ParameterFault = Pick<ProblemFault, 'reason' | 'allowed' | 'suggestion' | 'value'>;

/** A parsed value, or its faults. `ignored` lists unknown names within the value (field paths in `fl`); `known` are the known ones. */
export type ParseResult<T> =
  | { ok: true; value: T; ignored?: string[]; known?: readonly string[] }
  | { ok: false; faults: readonly ParameterFault[] };

/** A JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The documentation of a parameter in `/openapi.json`. */
export interface ParameterDescription {
  /** Markdown. */
  readonly description: string;
  /** An array means that the parameter can be repeated. `list` takes values separated by commas, too. */
  readonly schema: JsonSchema;
  readonly required?: boolean;
}

/** How a query parameter is parsed and documented. */
export interface Parameter<T> {
  readonly documentation: ParameterDescription;
  /** The value if the parameter is absent. */
  readonly defaultValue: T;
  readonly repeatable: boolean;
  /** Whether an empty text counts as absent (`q`, and all lists). */
  readonly emptyIsAbsent: boolean;
  /** @param texts the decoded texts: at least one, and exactly one unless the parameter is repeatable */
  read(texts: readonly string[]): ParseResult<T>;
}

/** The values of a set of parameters. */
export type ParameterValues<S> = { [K in keyof S]: S[K] extends Parameter<infer T> ? T : never };

const failure = (reason: string, allowed: string): { ok: false; faults: ParameterFault[] } => ({
  ok: false,
  faults: [{ reason, allowed: [allowed] }],
});

/** A parameter that is given once, with a parser of its own. */
export function singleParameter<T>(
  documentation: ParameterDescription,
  defaultValue: T,
  read: (text: string) => ParseResult<T>,
): Parameter<T> {
  return { documentation, defaultValue, repeatable: false, emptyIsAbsent: false, read: ([text]) => read(text ?? '') };
}

/** An integer in plain decimal digits: `1e1`, `0x10` and `+1` are invalid. */
export function integerParameter(
  description: string,
  limits: { min: number; max: number; defaultValue: number },
): Parameter<number> {
  const { min, max, defaultValue } = limits;
  const allowed = `an integer, ${min} to ${max}`;
  const schema = { type: 'integer', minimum: min, maximum: max, default: defaultValue };
  return singleParameter({ description, schema }, defaultValue, (text) => {
    if (!/^(\d+|-[1-9]\d*)$/.test(text)) return failure('is not an integer in plain decimal digits', allowed);
    const value = Number(text);
    return value >= min && value <= max ? { ok: true, value } : failure('is out of range', allowed);
  });
}

/** A text with a parser of its own. An empty text counts as absent. */
export function textParameter<T, A>(
  documentation: ParameterDescription,
  defaultValue: A,
  read: (value: string) => ParseResult<T>,
): Parameter<T | A> {
  return { ...singleParameter<T | A>(documentation, defaultValue, read), emptyIsAbsent: true };
}

/** One of several words. */
export function enumParameter<const T extends string>(
  description: string,
  values: readonly T[],
  defaultValue: NoInfer<T>,
): Parameter<T> {
  const schema = { type: 'string', enum: values, default: defaultValue };
  return singleParameter<T>({ description, schema }, defaultValue, (given) => {
    const value = values.find((candidate) => candidate === given);
    return value === undefined
      ? { ok: false, faults: [{ reason: 'is not one of the allowed values', allowed: [...values] }] }
      : { ok: true, value };
  });
}

/** A repeatable text with a parser of its own. Empty texts count as absent. */
export function repeatedTextParameter<T>(
  documentation: ParameterDescription,
  defaultValue: T,
  read: (values: readonly string[]) => ParseResult<T>,
): Parameter<T> {
  return { documentation, defaultValue, repeatable: true, emptyIsAbsent: true, read };
}

/**
 * A list with a parser of its own: separated by commas, or one item each time the parameter is given, or both. The parser
 * gets the items separated by commas. An empty text counts as absent.
 */
export function listParameter<T, A>(
  documentation: ParameterDescription,
  defaultValue: A,
  read: (items: string) => ParseResult<T>,
): Parameter<T | A> {
  return repeatedTextParameter<T | A>(documentation, defaultValue, (values) => read(values.join(',')));
}

/** `rows` of lists: the page size. */
export const rows = (max = 50, defaultValue = 10): Parameter<number> =>
  integerParameter('The number of items per page.', { min: 1, max, defaultValue });

/** `start` of lists: the offset of the page. */
export const start = (max = Number.MAX_SAFE_INTEGER): Parameter<number> =>
  integerParameter('The offset of the page in the list, from 0.', { min: 0, max, defaultValue: 0 });

/** The parameters of every list. */
export const paging = { rows: rows(), start: start() };

/** PostgreSQL cannot store NUL and half surrogate pairs. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
