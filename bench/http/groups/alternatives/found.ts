import { type Contestant } from '../../measure/rounds.js';

/** The number of questions that are compared. */
const compared = 100;

/** @returns a sentence about how many questions find another number of places than with the first side */
export async function foundDifferences(kind: string, contestants: readonly Contestant[]): Promise<string> {
  const counts: number[][] = [];
  for (const { target } of contestants) {
    const found: number[] = [];
    for (const { method, path, headers, body } of target.requests.slice(0, compared)) {
      const response = await fetch(`${target.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
      found.push(foundIn((await response.json()) as FoundBody));
    }
    counts.push(found);
  }
  const [own = [], ...others] = counts;
  const texts = others.map((found, at) => {
    const different = found.filter((count, question) => count !== own[question]).length;
    return `${contestants[at + 1]?.name ?? ''} ${different}`;
  });
  return `${kind}: of ${own.length} questions, this many find another number of places than the service: ${texts.join(', ')}.`;
}

interface FoundBody {
  readonly results?: { readonly header: { readonly found: number } };
  readonly hits?: { readonly total: { readonly value: number } };
  readonly response?: { readonly numFound: number };
}

function foundIn({ results, hits, response }: FoundBody): number {
  return results?.header.found ?? hits?.total.value ?? response?.numFound ?? Number.NaN;
}
