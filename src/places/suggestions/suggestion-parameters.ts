import { type Parameter, type ParameterValues, rows } from '../../http/request/parameter.js';
import { type ProblemFault } from '../../http/problems/problems.js';
import { type CombinedParameters } from '../../http/request/read-parameters.js';
import { locationParameters, readLocation } from '../location-parameters.js';
import { withoutInvisible } from '../query/text/fold.js';
import { isLongerThan, LIMITS } from '../query/limits.js';
import { type SuggestRequest } from '../search-body/suggest-body.js';
import { filtersParameter } from '../filter-parameter.js';

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
  rows: rows(20),
  ...locationParameters,
};

export function toSuggestRequest(
  values: Partial<ParameterValues<typeof suggestionParameters>>,
): CombinedParameters<SuggestRequest> {
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
  return { value: { text: values.q ?? '', filters: values.fq ?? [], ...location, rows: values.rows ?? 0 }, faults };
}
