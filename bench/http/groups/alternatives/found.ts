import { type Contestant } from '../../measure/rounds.js';
import { foundBy } from '../../requests/found.js';

/** @returns a sentence about how many questions find another number of places than with the first side */
export async function foundDifferences(kind: string, contestants: readonly Contestant[]): Promise<string> {
  const counts: number[][] = [];
  for (const { target } of contestants) counts.push(await foundBy(target));
  const [own = [], ...others] = counts;
  const texts = others.map((found, at) => {
    const different = found.filter((count, question) => count !== own[question]).length;
    return `${contestants[at + 1]?.name ?? ''} ${different}`;
  });
  return `${kind}: of ${own.length} questions, this many find another number of places than the service: ${texts.join(', ')}.`;
}
