import { defaultFormats, type Format, formats } from '../response/format.js';
import { type Parameter, type ParameterValues } from './parameter.js';
import { type ProblemFault } from '../problems/problems.js';
import { type ParsedQuery, type QueryPair } from './query-string.js';
import { isStorable } from '../../storable.js';

/** The parameters of an endpoint by name. Their types differ: `ParameterValues` infers them. */
export type ParameterSet = Readonly<Record<string, Parameter<unknown>>>;

/** The valid values, and the defaults of absent parameters. Invalid parameters are missing. */
export type ValidValues<S extends ParameterSet> = Partial<ParameterValues<S>>;

/** The combined values. If there are faults, `value` must not be used. */
export interface CombinedParameters<R> {
  value: R;
  faults: ProblemFault[];
  /** When the response becomes wrong because time passes, in milliseconds since 1970. */
  validUntil?: number;
}

/** A query string, parsed by a set of parameters. */
export interface ReadParameters<S extends ParameterSet> {
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
    if (![name, ...texts].every(isStorable))
      faults.push(
        unstorable(
          name,
          texts.find((text) => !isStorable(text)),
        ),
      );
    const repeatable = Object.hasOwn(set, name) && set[name]?.repeatable;
    if (!Object.hasOwn(set, name) && !common.includes(name)) {
      ignored.add(name);
      unknown.push({
        parameter: name,
        value: texts[0] ?? '',
        reason: notKnown,
        allowed: [...Object.keys(set), ...common],
      });
    } else if (texts.length > 1 && !repeatable) faults.push(repeated(name, texts));
  }
  faults.push(...wtFaults(offered, given.get('wt')));
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(set)) {
    const texts = (given.get(name) ?? []).filter((text) => text !== '' || !parameter.emptyIsAbsent);
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

function unstorable(name: string, text: string | undefined): ProblemFault {
  return {
    parameter: name,
    value: text ?? name,
    reason: 'contains a character that cannot be stored (NUL)',
    allowed: ['text without NUL'],
  };
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
