import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../support/random.js';
import { withServices, type BenchServices } from '../../bench/servers.js';
import { commandLine } from '../../dev/run-program.js';
import { requestToken, startOnFreePort } from '../../dev/service.js';
import { report } from '../../dev/services/step.js';
import { type Suite, type SuiteRun } from '../slow/suite.js';
import { type Case, type Kind, type Known } from './case.js';
import { generate } from './generator.js';
import { judge } from './judge.js';
import { schemathesis } from './schemathesis.js';
import { slowClients } from './slow-clients.js';
import { FuzzSummary } from './summary.js';

/** Percentages. Forms are few, because verifying a password is slow. */
const shares: Readonly<Record<Kind, number>> = {
  filters: 35,
  parameters: 25,
  paths: 15,
  headers: 12,
  forms: 3,
  bytes: 10,
};

/** Concurrent requests. */
const lanes = 8;

/** Faulty cases to print. */
const shown = 20;

/**
 * Sends generated requests of all kinds. Fails if a response is 5xx, late, too long or differs between JSON and XML, or if a
 * secret appears in logs, metrics or traces.
 */
export const fuzz: Suite = {
  name: 'fuzz',
  minutes: 5,
  run: (run) => {
    // Hundreds of the rarest kind. Each run has another seed, so that runs add up.
    const { requests, seed } = run.options({ requests: 20_000, seed: Math.floor(Math.random() * 1_000_000) });
    run.note(`Seed ${seed}.`);
    const options = { settings: { NODE_ENV: 'test' }, abort: run.abort };
    return withServices(options, (services) => sendAndJudge(run, services, requests, seed));
  },
};

async function sendAndJudge(
  run: SuiteRun,
  { variables, dataDir, abort }: BenchServices,
  count: number,
  seed: number,
): Promise<void> {
  const traces = {
    OTEL_TRACES_EXPORTER: 'console',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.02',
  };
  const env = {
    ...process.env,
    ...variables,
    ...traces,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    OLD_CLIENTS: 'password-grant',
    QUOTAS: 'email_check=none',
  };
  const command = { env: { ...env, OTEL_TRACES_EXPORTER: 'none' }, abort };
  for (const args of [['migrate'], ['seed', '--small']]) await commandLine(command)(...args);
  const logFile = join(dataDir, 'fuzz.log');
  const { service, url, token } = await startOnFreePort({ env, logFile, abort });
  try {
    const secret = (): string => randomBytes(12).toString('hex');
    const planted = { email: `planted-${secret()}@example.org`, password: `planted-${secret()}`, token: secret() };
    const user = { grant_type: 'password', username: 'maria@example.com', password: 'demo-password', scope: 'read' };
    const others = [requestToken(url, 'demo-trusted'), requestToken(url, 'demo-trusted', user)];
    const known: Known = { tokens: [token, ...(await Promise.all(others))], planted };
    const summary = await sendAll(url, count, seed, known, abort);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const written = readFileSync(logFile, 'utf8') + metrics;
    const secrets = [
      ...known.tokens,
      planted.password,
      planted.token,
      planted.email,
      encodeURIComponent(planted.email),
    ];
    const leaks = secrets.filter((text) => written.includes(text));
    for (const row of summary.table) run.row(row);
    const { cases, good, compared, faulty } = summary.total;
    run.did('requests', cases);
    run.did('of them successful', good);
    run.did('compared in JSON and XML', compared);
    run.did('characters of logs, metrics and traces', written.length);
    run.expect(faulty === 0, `${faulty} requests have faulty responses.`);
    run.expect(leaks.length === 0, `${leaks.length} of ${secrets.length} secrets appear in what the service writes.`);
    const slow = await slowClients(url);
    run.note(slow.text);
    run.expect(!slow.failed, slow.text);
    const conformance = await schemathesis(url, known.tokens[0] ?? '');
    run.note(`Schemathesis: ${conformance}.`);
    run.expect(conformance !== 'failed', 'Schemathesis found responses that /openapi.json does not describe.');
    run.expect(service.running, 'The service has exited.');
  } finally {
    await service.stop(5000);
  }
}

async function sendAll(
  url: string,
  count: number,
  seed: number,
  known: Known,
  abort: AbortSignal,
): Promise<FuzzSummary> {
  const summary = new FuzzSummary();
  const drawn = Object.entries(shares).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as Kind));
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) {
        abort.throwIfAborted();
        const at = next++;
        // Own random numbers, so that a case can be repeated alone.
        const random = new Random(seed * 1_000_003 + at);
        const given = generate(random.pick(drawn), random, known);
        const verdict = await judge(url, `fuzz-${seed}-${at}`, given).catch((error: unknown) => ({
          faults: [`no response: ${String(error)}`],
          slowest: 0,
          status: 0,
          compared: false,
        }));
        summary.add(given.kind, verdict);
        if (verdict.faults.length > 0 && summary.total.faulty <= shown)
          report(`${at}: ${show(given)}\n   ${verdict.faults.join('\n   ')}`);
        if (summary.total.cases % 10_000 === 0)
          report(`   ${summary.total.cases.toLocaleString('en')} sent, ${summary.total.faulty} faulty`);
      }
    }),
  );
  return summary;
}

function show(given: Case): string {
  if (given.kind === 'bytes') return JSON.stringify(given.message.toString('latin1')).slice(0, 1000);
  return `${given.method} ${given.target} ${JSON.stringify({ ...given.headers, Authorization: undefined })} ${given.body ?? ''}`.slice(
    0,
    2000,
  );
}
