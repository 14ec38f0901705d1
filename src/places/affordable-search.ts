import { ProblemError } from '../http/problems.js';
import { type CostlyParameter, type SearchCost, totalCost } from './body/cost.js';

/** What the last page of `start` costs (15), with five facets and eight sort keys. */
const MAX_COST = 25;

const remedies: Record<CostlyParameter, string> = {
  q: 'fewer words',
  fq: 'fewer phrases and prefixes, longer prefixes',
  open: 'no open',
  fl: 'fl without open',
  'location.polygon': 'fewer points',
  'location.line': 'a shorter line or a larger location.radius',
  sort: 'fewer sort keys',
  start: 'a smaller start, or cursorMark=* instead',
  'facet.field': 'fewer fields',
};

/** Whether a stage may be searched: corrections that cost too much are left out. */
export function isAffordable(cost: Partial<SearchCost>): boolean {
  return totalCost(cost) <= MAX_COST;
}

/** @throws ProblemError `search_too_complex` if the search costs too much; names the parameter that costs most */
export function assertAffordable(cost: Partial<SearchCost>): void {
  if (isAffordable(cost)) return;
  const total = totalCost(cost);
  const costOf = (parameter: CostlyParameter): number => cost[parameter] ?? 0;
  const parameters = Object.keys(cost) as CostlyParameter[];
  const parameter = parameters.reduce((a, b) => (costOf(b) > costOf(a) ? b : a));
  const rounded = Math.ceil(costOf(parameter));
  const reason = `costs ${rounded} of the ${Math.ceil(total)} that this search costs; at most ${MAX_COST} are allowed`;
  throw new ProblemError('search_too_complex', `${parameter}: ${reason}.`, {
    errors: [{ parameter, reason, allowed: [remedies[parameter]] }],
  });
}
