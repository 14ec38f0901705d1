import { type Target } from '../load/load.js';

/** The number of questions that are asked. */
const asked = 100;

/** Sends the first requests. @returns how many places each finds, of the service, Elasticsearch or Solr */
export async function foundBy({ url, requests }: Target): Promise<number[]> {
  const found: number[] = [];
  for (const { method, path, headers, body } of requests.slice(0, asked)) {
    const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    found.push(foundIn((await response.json()) as FoundBody));
  }
  return found;
}

interface FoundBody {
  readonly results?: { readonly header: { readonly found: number } };
  readonly hits?: { readonly total: { readonly value: number } };
  readonly response?: { readonly numFound: number };
}

function foundIn({ results, hits, response }: FoundBody): number {
  return results?.header.found ?? hits?.total.value ?? response?.numFound ?? Number.NaN;
}
