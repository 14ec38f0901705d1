import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { StartFailure } from '../../../dev/services/start-failure.js';
import { report, step } from '../../../dev/services/step.js';
import { Random } from '../../../test/support/random.js';
import { indexSize } from '../../elasticsearch.js';
import { elasticsearchTime, processTime } from '../../processes.js';
import { type BenchServers } from '../../servers.js';
import { makePlainIndex, plainBody, questionOf } from '../baselines/plain.js';
import { type Solr, solrFolder, solrQuery, startSolr } from '../baselines/solr/solr.js';
import { type Bench, type Check, type GroupResult } from '../bench.js';
import { type HttpRequest, type Target, warmUp } from '../load/load.js';
import { type Comparison, type Contestant, takeTurnsOfAll, warmUpFully } from '../measure.js';
import { foundBy, mixOf, type Paths, pathsOf, personPaths, suggestPaths, zipf } from '../paths.js';
import { mixedKinds, otherKinds } from '../searches.js';
import { serviceAt } from '../services.js';
import { type World } from '../world.js';

/**
 * The lengths of warm-ups, in rounds: of each side with `--quick`, and before each row. A full run warms each side up until it gets no
 * faster (`warmUpFully`), and once more before repeated requests, whose caches are empty until then.
 */
const warmUps = { quick: 6, distinct: 0.25, repeated: 2 };

/** More different searches than the service caches, so that no response of the mix is sent from its cache. */
const distinct = { full: 10_000, quick: 2_000 };

/** Repeated searches, drawn by Zipf's law: few are frequent, many are rare. */
const repeated = { size: 5_000, exponent: 1, draws: 40_000 };

const names = {
  service: 'service',
  withDefaults: 'service with default settings',
  express: "an afternoon's API",
  elasticsearch: 'Elasticsearch alone',
  solr: 'Solr 9 without caches',
  cachedSolr: 'Solr 9 with caches',
} as const;

type SideName = keyof typeof names;

/** The servers that are compared, each of which makes a contestant for paths of the service. */
type Sides = Partial<Record<SideName, (paths: readonly string[], order?: readonly number[]) => Contestant>>;

/** One measurement: its requests and its sides, the first of which is compared with each other one. */
interface Row {
  readonly name: string;
  readonly paths: readonly string[];
  readonly order?: readonly number[];
  readonly sides: readonly SideName[];
  readonly connections: readonly number[];
  /** Of PostgreSQL, so the bodies of all sides must be equal. */
  readonly isRecord?: true;
}

/** The service and what a user would have instead of it, over the same places and with the same questions. */
export async function alternativesGroup(bench: Bench): Promise<GroupResult[]> {
  const { small, large, rounds, isQuick } = bench;
  const world = large ?? small;
  const { sides, notes, indexBytes } = await startSides(bench, world);
  const rows = isQuick ? quickRows(world, bench) : fullRows(world, bench);
  const warmUpSide = isQuick
    ? (target: Target) => warmUp(target, { connections: 8, seconds: warmUps.quick * rounds.seconds })
    : warmUpFully;
  await warmUpSides(sides, rows, warmUpSide);
  const comparisons: Comparison[] = [];
  for (const { name, paths, order, sides: chosen, connections, isRecord } of rows) {
    const contestants = chosen.flatMap((side) => sides[side]?.(paths, order) ?? []);
    if (isRecord) await expectSameResponses(contestants);
    else if (!isQuick && !order && paths[0]?.startsWith('/v2/places?') === true)
      notes.push(await foundDifferences(name, contestants));
    if (order && !isQuick) for (const { target } of contestants) await warmUpFully(target);
    for (const count of connections) {
      // One connection is for the latency of each kind, which needs fewer requests.
      const seconds = count === 1 ? rounds.seconds / 2 : rounds.seconds;
      const settings = {
        ...rounds,
        seconds,
        warmUp: (order || isRecord ? warmUps.repeated : warmUps.distinct) * rounds.seconds,
      };
      comparisons.push(...(await takeTurnsOfAll(name, contestants, { ...settings, connections: count })));
    }
  }
  const others = [...new Set(comparisons.map(({ sides: [, other] }) => other.name))];
  const size = { name: 'index', measured: indexBytes / world.count, atMost: 400, unit: 'bytes a place' };
  return [
    ...others.map((other): GroupResult => {
      const own = comparisons.filter(({ sides: [, { name }] }) => name === other);
      const name = `alternatives, ${world.count.toLocaleString('en')} places: ${other}`;
      return { name, comparisons: own, checks: own.flatMap(checksOf) };
    }),
    { name: 'alternatives', comparisons: [], checks: [size], notes },
  ];
}

async function startSides(
  { servers, services, isQuick }: Bench,
  world: World,
): Promise<{ sides: Sides; notes: string[]; indexBytes: number }> {
  const { env, count, contents } = world;
  const { ELASTICSEARCH_URL: url, ELASTICSEARCH_INDEX: index } = env;
  const plain = plainNameOf(index);
  await step(report, 'Plain index', () => makePlainIndex(`${url}/${plain}`, contents, world.lines()));
  const express = await services.startBaseline('express', { ...env, ELASTICSEARCH_INDEX: plain });
  const service = await services.of(world, 'withoutCache');
  const withDefaults = await services.of(world, 'asDelivered');
  const elasticsearch = await elasticsearchTime(url);
  const side = (name: SideName, pid: number | undefined, targetOf: (paths: readonly string[]) => Target) => {
    const programs = { Node: processTime(pid), Elasticsearch: elasticsearch };
    return contestants(name, programs, targetOf);
  };
  const sides: Sides = {
    service: side('service', service.pid, (paths) => serviceAt(service, paths).target),
    withDefaults: side('withDefaults', withDefaults.pid, (paths) => serviceAt(withDefaults, paths).target),
    // The bound of every API in front of it: the plain body, with no other program between.
    elasticsearch: contestants('elasticsearch', { Elasticsearch: elasticsearch }, (paths) => ({
      ...{ url, status: 200 },
      requests: paths.map((path): HttpRequest => {
        const body = JSON.stringify(plainBody(questionOf(new URL(path, 'http://any').searchParams)));
        const source = new URLSearchParams({ source: body, source_content_type: 'application/json' });
        return { path: `/${plain}/_search?${source.toString()}`, headers: {} };
      }),
    })),
    express: side('express', express.pid, (paths) => ({ ...serviceAt(service, paths).target, url: express.url })),
  };
  const indexBytes = await indexSize(`${url}/${index}`);
  const sizes = { service: indexBytes, 'plain mapping': await indexSize(`${url}/${plain}`) };
  const notes: string[] = [];
  const solr = isQuick ? 'Solr is not part of --quick.' : await solrOrReason(servers, world);
  if (typeof solr === 'string') notes.push(solr);
  else {
    services.add(solr.child);
    Object.assign(sizes, { 'Solr 9': solr.indexSize });
    const ofCore = (name: SideName, core: string) =>
      contestants(name, { Solr: processTime(solr.child.pid) }, (paths) => ({
        ...{ url: new URL(solr.url).origin, status: 200 },
        requests: paths.map((path): HttpRequest => {
          const question = questionOf(new URL(path, 'http://any').searchParams);
          return { path: `/solr/${core}/select?${solrQuery(question)}`, headers: {} };
        }),
      }));
    Object.assign(sides, { solr: ofCore('solr', 'uncached'), cachedSolr: ofCore('cachedSolr', 'cached') });
  }
  for (const [name, bytes] of Object.entries(sizes))
    notes.push(`Index of ${count.toLocaleString('en')} places, ${name}: ${(bytes / 1e6).toFixed(1)} MB.`);
  return { sides, notes, indexBytes };
}

/** Drops what `startSides` has loaded beside the worlds. */
export async function dropSides({ elasticsearchUrl, dataDir }: BenchServers, worlds: readonly string[]): Promise<void> {
  for (const name of worlds) await fetch(`${elasticsearchUrl}/${plainNameOf(name)}`, { method: 'DELETE' });
  rmSync(solrFolder(dataDir), { recursive: true, force: true });
}

function plainNameOf(index: string): string {
  return `plain_${index}`;
}

/** @returns why Solr is skipped if it cannot be started */
async function solrOrReason(servers: BenchServers, world: World): Promise<Solr | string> {
  try {
    return await step(report, 'Solr', () => startSolr(servers, world.contents, () => world.lines()));
  } catch (error) {
    if (error instanceof StartFailure) return `Solr is skipped: ${error.message}`;
    throw error;
  }
}

function contestants(
  name: SideName,
  programs: NonNullable<Contestant['programs']>,
  targetOf: (paths: readonly string[]) => Target,
): NonNullable<Sides[SideName]> {
  return (paths, order) => ({ name: names[name], programs, target: { ...targetOf(paths), ...(order && { order }) } });
}

/** Responses of PostgreSQL: what follows the user in their path. */
const records = { user: '', followers: '/followers', reviews: '/places/reviews' };

function recordRows(kinds: readonly string[], sides: readonly SideName[], connections: readonly number[]): Row[] {
  const own = Object.entries(records).filter(([name]) => kinds.includes(name));
  return own.map(([name, list]) => ({ name, paths: personPaths(list), sides, connections, isRecord: true }));
}

function quickRows(world: World, { seed }: Bench): Row[] {
  const mix = mixOf(pathsOf(mixedKinds, world, { seed, count: distinct.quick }));
  return [
    ...recordRows(['user', 'followers'], ['service', 'express'], [16]),
    { name: 'mix', paths: mix, sides: ['service', 'express'], connections: [8] },
    repeatedMix(mix, seed, ['withDefaults', 'express']),
  ];
}

function fullRows(world: World, { seed }: Bench): Row[] {
  const size = { seed, count: distinct.full };
  const mixed = pathsOf(mixedKinds, world, size);
  const mix = mixOf(mixed);
  const searches = { ...mixed, ...pathsOf(otherKinds, world, size), suggest: suggestPaths(world, size) };
  const sides: readonly SideName[] = ['service', 'express'];
  return [
    ...Object.entries(searches).map(([name, paths]): Row => ({ name, paths, sides, connections: [8, 1] })),
    ...recordRows(Object.keys(records), ['service', 'express', 'withDefaults'], [8, 1]),
    ...recordRows(Object.keys(records), ['withDefaults', 'express'], [16]).map((row) => ({
      ...row,
      name: `${row.name}, default settings`,
    })),
    // By then all sides have compiled what each kind needs.
    { name: 'mix', paths: mix, sides: [...sides, 'elasticsearch', 'solr', 'withDefaults'], connections: [8, 1, 64] },
    repeatedMix(mix, seed, ['withDefaults', 'express', 'cachedSolr']),
  ];
}

function repeatedMix(mix: readonly string[], seed: number, sides: readonly SideName[]): Row {
  const random = new Random(seed);
  const paths = random.shuffle(mix).slice(0, repeated.size);
  return { name: 'repeated mix', paths, order: zipf(random, repeated), sides, connections: [8] };
}

/** Sends the last requests of all rows to each side, so that all are compiled, but caches do not know the first ones. */
async function warmUpSides(
  sides: Sides,
  rows: readonly Row[],
  warmUpSide: (target: Target) => Promise<unknown>,
): Promise<void> {
  for (const [side, make] of Object.entries(sides)) {
    const own = rows.filter((row) => row.sides.some((one) => one === side));
    const last: Paths = Object.fromEntries(own.map((row) => [row.name, row.paths.slice(-500)]));
    if (own.length > 0) await warmUpSide(make(mixOf(last)).target);
  }
}

/** @throws StartFailure if two sides send different records, because the comparison would not be fair */
async function expectSameResponses(contestants: readonly Contestant[]): Promise<void> {
  const bodies = async ({ target: { url, requests } }: Contestant): Promise<unknown[]> => {
    const texts: unknown[] = [];
    for (const { path, headers } of requests.slice(0, 20)) {
      const response = await fetch(`${url}${path}`, { headers });
      // Links have the address of the server.
      texts.push(JSON.parse((await response.text()).replaceAll(url, '')));
    }
    return texts;
  };
  const [first, ...others] = await Promise.all(contestants.map(bodies));
  const different = others.find((other) => !isDeepStrictEqual(first, other));
  if (!different) return;
  const shown = [first, different].map((texts) => JSON.stringify(texts).slice(0, 1500));
  throw new StartFailure(`The responses differ:\n${shown.join('\n')}`);
}

/** @returns a sentence about how many questions find another number of places than with the first side */
async function foundDifferences(kind: string, contestants: readonly Contestant[]): Promise<string> {
  const counts = await Promise.all(contestants.map(({ target }) => foundBy(target)));
  const [own = [], ...others] = counts;
  const texts = others.map((found, at) => {
    const different = found.filter((count, question) => count !== own[question]).length;
    return `${contestants[at + 1]?.name ?? ''} ${different}`;
  });
  return `${kind}: of ${own.length} questions, this many find another number of places than the service: ${texts.join(', ')}.`;
}

/** The limits of Elasticsearch's own time, as a multiple of that for a plain body. */
const engineLimits: Readonly<Record<string, number>> = {
  words: 1.5,
  'words near a point': 1.3,
  'two filters': 1.3,
  rectangle: 1.3,
};

function checksOf({ name, connections, sides: [service, { name: other, programs }], ratios }: Comparison): Check[] {
  const checks: Check[] = [];
  const atLeast = leastThroughput(name, connections, other);
  if (atLeast !== undefined) {
    const what = `${name}, throughput at ${connections} connections`;
    checks.push({ name: what, measured: ratios.throughput, atLeast, unit: `times ${other}` });
  }
  if (other !== names.express || service.name !== names.service) return checks;
  const atMost = engineLimits[name];
  // The API asks the plain index with the plain body, and competes with Elasticsearch for the processors as the service does.
  if (atMost !== undefined && connections === 8) {
    const measured = (service.programs.Elasticsearch ?? Number.NaN) / (programs.Elasticsearch ?? Number.NaN);
    checks.push({ name: `${name}, time in Elasticsearch`, measured, atMost, unit: 'times that of the plain body' });
  }
  if (name === 'mix' && connections === 8) {
    const measured = service.programs.Node ?? Number.NaN;
    checks.push({ name: 'mix, processor time in Node', measured, atMost: 0.6, unit: 'ms a request' });
  }
  if (name === 'mix' && connections === 1)
    checks.push({ name: 'mix, p50 at 1 connection', measured: service.p50, atMost: 1.5, unit: 'ms' });
  return checks;
}

function leastThroughput(kind: string, connections: number, other: string): number | undefined {
  if (kind === 'mix' && other === names.solr) return connections === 64 ? 0.8 : connections === 8 ? 0.5 : undefined;
  if (connections !== 8) return undefined;
  if (other === names.cachedSolr) return kind === 'repeated mix' ? 2 : undefined;
  if (other !== names.express || kind.startsWith('repeated')) return undefined;
  return kind in records ? 0.9 : 1;
}
