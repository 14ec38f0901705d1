import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { mixOf, pathsOf } from '../../bench/http/paths.js';
import { mixedKinds } from '../../bench/http/searches.js';
import { makeWorld } from '../../bench/http/world.js';
import { Random } from '../../src/demonstration/island/random.js';
import { productionJvm, withServers } from '../../bench/servers.js';
import { main } from '../../dev/main.js';
import { markdownTable } from '../../dev/markdown-table.js';
import { readOptions } from '../../dev/options.js';
import { runSql } from '../../dev/services/sql.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report, step } from '../../dev/services/step.js';
import { digest } from '../../src/auth/token-store.js';
import { latency, outcomes, successful, type TimedResponse, times } from '../load/figures.js';
import { inTurn, type LoadGenerator } from '../load/load-generator.js';
import { type ServiceUnderLoad, withServiceOver } from '../load/service.js';
import { type Attack, attacks } from './attacks.js';

const help = `npm run test:attack [-- --seconds N] [--places N] [--keep] [--only TEXT]

Sends searches that cost as much as a search may, from 1, 2, 4 and 16 connections of one client, and from 50 clients, while
another client sends usual searches. Fails if an attack from one client makes fewer than 99 % of those succeed, or their p99
more than three times as long as without an attack; a flood, which uses up the processors, may slow them. Fails also if an
attack from 50 clients makes all of them fail, or if the service is not ready or fails usual searches three seconds after it.

  --seconds N   length of each attack (15)
  --places N    size of the directory (120000)
  --keep        keep the directory for the next run
  --only TEXT   only attacks whose name has this text`;

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

/** Milliseconds. Below, a ratio of two times says more about the machine than about the service. */
const leastQuiet = 15;

interface Scene {
  readonly service: ServiceUnderLoad;
  readonly url: string;
  readonly usual: LoadGenerator;
  readonly seconds: number;
  readonly chosen: readonly (readonly [name: string, attack: Attack])[];
}

function testAttacks(): Promise<number> {
  const { seconds, places, keep, only } = readOptions({ seconds: 15, places: 120_000, keep: false, only: '' }, help);
  const chosen = Object.entries(attacks).filter(([name]) => name.includes(only));
  if (chosen.length === 0) {
    throw new StartFailure(`No attack has "${only}" in its name. Attacks: ${Object.keys(attacks).join('; ')}.`);
  }
  const settings = { ...productionJvm, NODE_ENV: 'test' };
  return withServers({ settings, keep, folder: 'attack' }, async (servers) => {
    const world = await makeWorld(servers, { name: 'attack', derived: places, withLongList: false, seed: 1 });
    return withServiceOver({ ...servers, variables: world.env }, { RESPONSE_CACHE_SIZE: '0' }, async (service) => {
      const { url } = await service.start();
      const [token = ''] = await tokensOf(service.databaseUrl, 1, 'usual');
      const paths = mixOf(pathsOf(mixedKinds, world, { seed: 1, count: 20_000 }));
      const usual = service.load(url, token, inTurn(paths));
      await step(report, 'Warmed up', () => usual.closedLoop(8, 20));
      return run({ service, url, usual, seconds, chosen });
    });
  });
}

async function run(scene: Scene): Promise<number> {
  const quiet = await scene.usual.openLoop(usualRate, 2 * scene.seconds, scene.service.abort);
  const rows = [['none', '', outcomes(quiet), times(quiet), '']];
  let failed = 0;
  for (const [name, attack] of scene.chosen) {
    for (const count of attack.connections ?? usualConnections) {
      const { during, sent } = await attacked(scene, attack, { clients: 1, connections: count });
      const isHeld = holds(quiet, during, attack);
      rows.push([name, String(count), outcomes(during), times(during), outcomes(sent)]);
      report(`  ${isHeld ? 'held' : 'FAILED'}: ${rows.at(-1)?.join(' | ')}`);
      failed += isHeld ? 0 : 1;
    }
    const { during, sent } = await attacked(scene, attack, { clients: manyClients, connections: 1 });
    rows.push([name, `${manyClients} clients`, outcomes(during), times(during), outcomes(sent)]);
    const fault = await faultAfter(scene, during);
    report(`  ${fault === undefined ? 'alive' : `FAILED: ${fault}`}: ${rows.at(-1)?.join(' | ')}`);
    failed += fault === undefined ? 0 : 1;
  }
  report(`\n${markdownTable(['attack', 'connections', 'usual searches', 'p50, p99', 'attack gets'], rows)}`);
  report(
    failed === 0
      ? 'All attacks of one client were held off, and the service survived those of many.'
      : `${failed} attacks slowed the other client, failed its searches, or harmed the service by more than is allowed.`,
  );
  return failed === 0 ? 0 : 1;
}

async function attacked(
  { service, url, usual, seconds }: Scene,
  attack: Attack,
  { clients, connections: each }: { clients: number; connections: number },
): Promise<{ during: TimedResponse[]; sent: TimedResponse[] }> {
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

function holds(quiet: readonly TimedResponse[], during: readonly TimedResponse[], { isFlood }: Attack): boolean {
  const [before, now] = [quiet, during].map((responses) => latency(successful(responses), 0.99)) as [number, number];
  const succeeded = successful(during).length / during.length;
  if (succeeded < targets.succeeded) return false;
  return isFlood === true || now <= targets.slower * Math.max(leastQuiet, before);
}

/** @returns what an attack of many clients did to the service that it may not; undefined if the service sheds and recovers */
async function faultAfter(
  { service, url, usual }: Scene,
  during: readonly TimedResponse[],
): Promise<string | undefined> {
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
  return Promise.all(
    Array.from({ length: count }, async () => {
      const [token, client] = [randomBytes(24).toString('base64url'), `${name}-${randomBytes(6).toString('hex')}`];
      await runSql(
        databaseUrl,
        `INSERT INTO clients (id, name, secret_hash, grants) VALUES ($1, $1, '', '{client_credentials}')`,
        [client],
      );
      await runSql(
        databaseUrl,
        `INSERT INTO access_tokens (digest, client_id, scope, expires) VALUES ($1, $2, '{read}', now() + interval '1 day')`,
        [digest(token), client],
      );
      return token;
    }),
  );
}

void main(testAttacks);
