import { ProblemError } from '../../http/problems.js';
import { type CostlyParameter, MAX_COST, REMEDIES, type SearchCost, isAffordable, totalCost } from '../body/cost.js';

/** @throws ProblemError `search_too_complex` if the search costs too much; the problem names the parameter that costs most */
export function assertAffordable(cost: Partial<SearchCost>): void {
  const total = totalCost(cost);
  if (isAffordable(total)) return;
  const costOf = (parameter: CostlyParameter): number => cost[parameter] ?? 0;
  const parameter = (Object.keys(cost) as CostlyParameter[]).reduce((a, b) => (costOf(b) > costOf(a) ? b : a));
  const rounded = Math.ceil(costOf(parameter));
  const reason = `costs ${rounded} of the ${Math.ceil(total)} that this search costs; at most ${MAX_COST} are allowed`;
  throw new ProblemError('search_too_complex', `${parameter}: ${reason}.`, {
    errors: [{ parameter, reason, allowed: [REMEDIES[parameter]] }],
  });
}
