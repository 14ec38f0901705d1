import { type Neighbour } from './spanning-tree.js';

/**
 * Divides trees into chains of points: the longest way through each tree, then the longest ones that branch off. A short branch is an
 * address beside its street.
 *
 * @param shortest branches that are shorter are left out
 * @returns indices of points
 */
export function chainsOf(trees: readonly (readonly Neighbour[])[], shortest: number): number[][] {
  const seen = new Set<number>();
  const chains: number[][] = [];
  for (const start of trees.keys()) {
    if (seen.has(start) || trees[start]?.length === 0) continue;
    const root = walk(trees, start).at(-1)?.at ?? start;
    // The walk from an end of the longest way passes all points of the tree, those that are far from it last.
    const walked = walk(trees, root);
    for (const { at } of walked) seen.add(at);
    chains.push(...divide(walked, root, shortest));
  }
  return chains;
}

interface Step {
  readonly at: number;
  readonly from: number;
  readonly distance: number;
}

/** All points of a tree, by their distance from one of them. */
function walk(trees: readonly (readonly Neighbour[])[], start: number): Step[] {
  const steps: Step[] = [{ at: start, from: -1, distance: 0 }];
  for (const { at, from, distance } of steps) {
    for (const next of trees[at] ?? [])
      if (next.to !== from) steps.push({ at: next.to, from: at, distance: distance + next.distance });
  }
  return steps.sort((a, b) => a.distance - b.distance);
}

function divide(walked: readonly Step[], root: number, shortest: number): number[][] {
  const steps = new Map(walked.map((step) => [step.at, step]));
  const used = new Set<number>();
  const chains: number[][] = [];
  // The farthest point that is in no chain begins the longest one that is left.
  for (const { at: end, distance } of [...walked].reverse()) {
    if (used.has(end)) continue;
    const chain = [end];
    used.add(end);
    let last = steps.get(end);
    while (last && last.from !== -1) {
      const isJunction = used.has(last.from);
      chain.push(last.from);
      used.add(last.from);
      last = steps.get(last.from);
      if (isJunction) break;
    }
    const length = distance - (last?.distance ?? 0);
    const isMain = chain.at(-1) === root && chains.length === 0;
    if (isMain || length >= shortest) chains.push(chain);
  }
  return chains;
}
