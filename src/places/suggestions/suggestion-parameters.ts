import { type Parameter, type ParameterValues, rows } from '../../http/request/parameter.js';
import { type ProblemFault } from '../../http/problems/problems.js';
import { type CombinedParameters } from '../../http/request/read-parameters.js';
import { locationParameters, readLocation } from '../location-parameters.js';
import { withoutInvisible } from '../query/text/fold.js';
import { isLongerThan, LIMITS } from '../query/limits.js';
import { type SuggestRequest } from '../search-body/suggest-body.js';
import { filtersParameter } from '../filter-parameter.js';
import { validUntil } from '../opening-hours/open-places.js';
import { suggestOpenParameter } from '../open-parameter.js';
import { minuteOf } from '../query/open.js';

/** The text that the user has typed so far. */
const typed: Parameter<string> = {
  documentation: {
    description: 'The text typed so far. The last word may be incomplete.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.termLength },
    required: true,
  },
  defaultValue: '',
  repeatable: false,
  emptyIsAbsent: true,
  read: ([value = '']) => {
    if (!isLongerThan(LIMITS.termLength, value)) {
      return { ok: true, value: withoutInvisible(value).trim().normalize('NFC') };
    }
    const reason = `the search term has at most ${LIMITS.termLength} characters`;
    return { ok: false, faults: [{ reason, allowed: [`a text of 1 to ${LIMITS.termLength} characters`] }] };
  },
};

/** The query parameters of type-ahead. */
export const suggestionParameters = {
  q: typed,
  fq: filtersParameter,
  open: suggestOpenParameter,
  rows: rows(20),
  ...locationParameters,
};

/** A checked request for suggestions, and when it arrived, in minutes since 1970 in UTC. */
export type SuggestionRequest = SuggestRequest & { readonly now: number };

export function toSuggestionRequest(
  values: Partial<ParameterValues<typeof suggestionParameters>>,
): CombinedParameters<SuggestionRequest> {
  const faults: ProblemFault[] = [];
  const location = readLocation(values, faults);
  // undefined: `q` was too long, which is already reported.
  if (values.q === '') {
    const allowed = [`a text of 1 to ${LIMITS.termLength} characters`];
    faults.unshift({
      parameter: 'q',
      value: '',
      reason: 'is missing: type-ahead needs the text typed so far',
      allowed,
    });
  }
  const value: SuggestionRequest = {
    ...{ text: values.q ?? '', filters: values.fq ?? [], rows: values.rows ?? 0 },
    ...(values.open && { openAt: values.open }),
    now: minuteOf(new Date()),
    ...location,
  };
  return { value, faults, ...validUntil(value) };
}
