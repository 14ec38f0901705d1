import { plainBody, plainSuggestBody } from '../../baselines/plain/body.js';
import { questionOf } from '../../baselines/plain/question.js';
import { solrQuery, solrSuggestQuery } from '../../baselines/solr/query.js';
import { type Contestant } from '../../measure/rounds.js';
import { get, type HttpRequest } from '../../requests/http-request.js';
import { programsOf, type Sides } from './sides.js';

export const names = {
  service: 'service',
  withDefaults: 'service with default settings',
  express: "an afternoon's API",
  plain: 'plain Elasticsearch',
  solr: 'Solr 9 without caches',
  cachedSolr: 'Solr 9 with caches',
} as const;

export type SideName = keyof typeof names;

/** Makes the contestants for some paths of the service, which `chosen` names, in its order. */
export function contestantsFor(
  sides: Sides,
  chosen: readonly SideName[],
  paths: readonly string[],
  order?: readonly number[],
): Contestant[] {
  const programs = programsOf(sides);
  const { service, withDefaults, express, plain, solr } = sides;
  const ofNode = paths.map((path) => get(path, service.token));
  const make = (name: SideName, url: string, requests: readonly HttpRequest[], used: Contestant['programs'] = {}) => ({
    ...{ name: names[name], programs: used },
    target: { url, requests, status: 200, ...(order && { order }) },
  });
  const ofSolr = (name: SideName, core: string): Contestant[] => {
    if (typeof solr === 'string') return [];
    const requests = paths.map((path) => ({ method: 'GET' as const, path: solrPath(core, path), headers: {} }));
    return [make(name, new URL(solr.url).origin, requests, programs.solr)];
  };
  const makers: Record<SideName, () => Contestant[]> = {
    service: () => [make('service', service.url, ofNode, programs.service)],
    withDefaults: () => {
      const requests = paths.map((path) => get(path, withDefaults.token));
      return [make('withDefaults', withDefaults.url, requests, programs.withDefaults)];
    },
    express: () => [make('express', express.url, ofNode, programs.express)],
    plain: () => {
      const { origin, pathname } = new URL(plain);
      const requests = paths.map((path) => plainRequest(pathname, path));
      return [make('plain', origin, requests, programs.plain)];
    },
    solr: () => ofSolr('solr', 'uncached'),
    cachedSolr: () => ofSolr('cachedSolr', 'cached'),
  };
  return chosen.flatMap((name) => makers[name]());
}

function plainRequest(index: string, path: string): HttpRequest {
  const { parameters, isSuggest } = read(path);
  const body = isSuggest ? plainSuggestBody(parameters.get('q') ?? '') : plainBody(questionOf(parameters));
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path: `${index}/_search`, headers, body: JSON.stringify(body) };
}

function solrPath(core: string, path: string): string {
  const { parameters, isSuggest } = read(path);
  const query = isSuggest ? solrSuggestQuery(parameters.get('q') ?? '') : solrQuery(questionOf(parameters));
  return `/solr/${core}/select?${query}`;
}

function read(path: string): { parameters: URLSearchParams; isSuggest: boolean } {
  const { pathname, searchParams } = new URL(path, 'http://any');
  return { parameters: searchParams, isSuggest: pathname.endsWith('/suggest') };
}
