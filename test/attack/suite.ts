import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { mixOf, pathsOf } from '../../bench/http/paths.js';
import { mixedKinds } from '../../bench/http/searches.js';
import { makeWorld } from '../../bench/http/world.js';
import { Random } from '../support/random.js';
import { productionJvm, withServers } from '../../bench/servers.js';
import { runSql } from '../../dev/services/sql.js';
import { report, step } from '../../dev/services/step.js';
import { digest } from '../../src/auth/token-store.js';
import { latency, outcomes, successful, type TimedResponse, times } from '../load/figures.js';
import { inTurn, type LoadGenerator } from '../load/load-generator.js';
import { type ServiceUnderLoad, withServiceOver } from '../load/service.js';
import { type Suite, type SuiteRun } from '../slow/suite.js';
import { type Attack, attacks } from './attacks.js';

/** Searches a second of the client that is not an attacker. */
const usualRate = 20;
/** Elasticsearch compiles the code of searches that it has not seen, which slows all others for some seconds. */
const compileSeconds = 3;

const usualConnections = [1, 2, 4, 16];
const manyClients = 50;

/** After an attack of many clients, until the service must work as usual. */
const recoverySeconds = 3;

/** The share of usual searches that must succeed, and the p99 relative to that without an attack. */
const targets = { succeeded: 0.99, slower: 3 };

/** Milliseconds. People take a response within this time for immediate. */
const immediateMs = 100;

/** Milliseconds that usual searches may take while most requests of the attack are rejected, each within this time. */
const floodMs = 1000;

/** Codes of requests that are too many for one client, or for all. */
const rejections: ReadonlySet<string> = new Set([
  ...['too_many_requests', 'too_many_searches', 'too_many_cursors', 'quota_exceeded', 'overloaded'],
]);

/** The responses to usual searches during an attack, and to the requests of the attack. */
interface Attacked {
  readonly during: readonly TimedResponse[];
  readonly sent: readonly TimedResponse[];
}

interface Scene {
  readonly service: ServiceUnderLoad;
  readonly url: string;
  readonly usual: LoadGenerator;
  readonly seconds: number;
}

/**
 * Sends searches that cost as much as a search may, from 1, 2, 4 and 16 connections of one client, and from 50 clients, while
 * another client sends usual searches. Fails if an attack from one client makes fewer than 99 % of those succeed, or their p99
 * more than three times as long as without an attack, and longer than 100 ms. A flood of requests, most of which are rejected at once,
 * may slow them to a second. Fails also if an attack from 50 clients makes all of them fail, or if the service is not ready or fails
 * usual searches three seconds after it. A fault counts if it comes twice in a row.
 */
export const attack: Suite = {
  name: 'attack',
  minutes: 12,
  run: (run) => {
    // In four seconds of each of 63 attacks, another client sends 80 searches, of which none may fail.
    const { seconds, places, only } = run.options({ seconds: 4, places: 120_000, only: '' });
    const servers = { settings: { ...productionJvm, NODE_ENV: 'test' }, folder: 'attack', abort: run.abort };
    return withServers(servers, async (servers) => {
      const world = await makeWorld(servers, { name: 'attack', derived: places, seed: 1 });
      await withServiceOver({ ...servers, variables: world.env }, { RESPONSE_CACHE_SIZE: '0' }, async (service) => {
        const { url } = await service.start();
        const [token = ''] = await tokensOf(service.databaseUrl, 1, 'usual');
        const paths = mixOf(pathsOf(mixedKinds, world, { seed: 1, count: 20_000 }));
        const usual = service.load(url, token, inTurn(paths));
        await step(report, 'Warmed up', () => usual.closedLoop(8, 20));
        const chosen = Object.entries(attacks).filter(([name]) => name.includes(only));
        await attackAll(run, { service, url, usual, seconds }, chosen);
      });
    });
  },
};

async function attackAll(run: SuiteRun, scene: Scene, chosen: readonly [string, Attack][]): Promise<void> {
  const quiet = await scene.usual.openLoop(usualRate, 2 * scene.seconds, scene.service.abort);
  const record = (name: string, connections: string, { during, sent }: Attacked): void => {
    const figures = { 'usual searches': outcomes(during), 'p50, p99': times(during), 'attack gets': outcomes(sent) };
    run.row({ attack: name, connections, ...figures });
  };
  record('none', '', { during: quiet, sent: [] });
  for (const [name, attack] of chosen) {
    for (const connections of [...(attack.connections ?? usualConnections), manyClients]) {
      const isOne = connections !== manyClients;
      const once = async (): Promise<string | undefined> => {
        const clients = isOne ? { clients: 1, connections } : { clients: manyClients, connections: 1 };
        const result = await attacked(scene, attack, clients);
        record(name, isOne ? `${connections}` : `of ${manyClients} clients`, result);
        run.did('attacks');
        run.did('usual searches', result.during.length);
        run.did('requests of attackers', result.sent.length);
        return isOne ? faultDuring(quiet, result) : faultAfter(scene, result);
      };
      // The slowest of 80 searches decides, so an attack only fails if it does so twice.
      const fault = (await once()) && (await once());
      run.expect(fault === undefined, `${name}, ${connections} connections: ${fault ?? ''}`);
    }
  }
}

async function attacked(
  { service, url, usual, seconds }: Scene,
  attack: Attack,
  { clients, connections: each }: { clients: number; connections: number },
): Promise<Attacked> {
  const random = new Random(clients * 100 + each);
  const tokens = await tokensOf(service.databaseUrl, clients, 'attacker');
  const attackers = tokens.map((token) => service.load(url, token, () => attack(random)));
  const running = attackers.map((attacker) => attacker.closedLoop(each, compileSeconds + seconds));
  const abandon = (): void => {
    for (const attacker of attackers) attacker.close();
  };
  const abandoning = attack.abandonEveryMs === undefined ? undefined : setInterval(abandon, attack.abandonEveryMs);
  await delay(compileSeconds * 1000);
  const during = await usual.openLoop(usualRate, seconds, service.abort);
  clearInterval(abandoning);
  abandon();
  return { during, sent: (await Promise.all(running)).flat() };
}

/** @returns what an attack of one client did to the other that it may not */
export function faultDuring(quiet: readonly TimedResponse[], { during, sent }: Attacked): string | undefined {
  if (during.length === 0 || sent.length === 0) return 'no requests were sent';
  const [before, now] = [quiet, during].map((responses) => latency(successful(responses), 0.99)) as [number, number];
  const succeeded = successful(during).length / during.length;
  if (succeeded < targets.succeeded) return `only ${Math.round(100 * succeeded)} % of the usual searches succeeded`;
  const rejected = sent.filter(({ code = '', ms }) => rejections.has(code) && ms <= floodMs);
  // What is rejected at once costs little. So many requests use up the processors by their number alone.
  const isFlood = rejected.length > sent.length / 2;
  const most = Math.max(isFlood ? floodMs : immediateMs, targets.slower * before);
  return now <= most ? undefined : `p99 ${now.toFixed(0)} ms, allowed ${most.toFixed(0)} ms`;
}

/** @returns what an attack of many clients did to the service that it may not; undefined if the service sheds and recovers */
async function faultAfter({ service, url, usual }: Scene, { during, sent }: Attacked): Promise<string | undefined> {
  if (sent.length === 0) return 'no requests were sent';
  if (successful(during).length === 0) return 'no usual search succeeded';
  await delay(recoverySeconds * 1000);
  const isReady = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReady) return `not ready ${recoverySeconds} s after it`;
  const after = await usual.openLoop(usualRate, 1, service.abort);
  if (successful(after).length === after.length) return undefined;
  return `usual searches ${recoverySeconds} s after it: ${outcomes(after)}`;
}

/** Application tokens of as many new clients. */
async function tokensOf(databaseUrl: string, count: number, name: string): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'));
  const clients = tokens.map(() => `${name}-${randomBytes(6).toString('hex')}`);
  await runSql(
    databaseUrl,
    `WITH added AS (INSERT INTO clients (id, name, secret_hash, grants)
       SELECT id, id, '', '{client_credentials}' FROM unnest($1::text[]) id RETURNING id)
     INSERT INTO access_tokens (digest, client_id, scope, expires)
       SELECT digest, id, '{read}', now() + interval '1 day' FROM unnest($1::text[], $2::bytea[]) AS t (id, digest) JOIN added USING (id)`,
    [clients, tokens.map(digest)],
  );
  return tokens;
}
