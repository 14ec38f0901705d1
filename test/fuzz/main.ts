import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../bench/random.js';
import { report, withServices, type BenchServices } from '../../bench/directory.js';
import { main } from '../../dev/main.js';
import { nodeCommand, runQuietly } from '../../dev/run-program.js';
import { startService } from '../../dev/service.js';
import { freePort } from '../../dev/services/free-port.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { type Case, type Kind, type Known } from './case.js';
import { generate } from './generator.js';
import { judge } from './judge.js';
import { schemathesis } from './schemathesis.js';
import { slowClients } from './slow-clients.js';
import { FuzzSummary } from './summary.js';
import { demonstrationTokens } from './tokens.js';

/** How many of a hundred requests are of which kind. A form costs the work of a password. */
const shares: Readonly<Record<Kind, number>> = {
  filters: 35,
  parameters: 25,
  paths: 15,
  headers: 12,
  forms: 3,
  bytes: 10,
};

/** Requests that are under way at once. */
const lanes = 8;

/** Faulty cases that are shown. */
const shown = 20;

/**
 * `npm run test:fuzz -- [100000] [--seed N]`: generated requests of all kinds. None may be answered with 5xx, late, at
 * length, or in XML that is not its JSON, and nothing secret may show in logs, metrics and traces.
 */
function fuzz(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
  const count = Number(positionals[0] ?? 100_000);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(seed))
    throw new StartFailure('Count and seed are numbers.');
  return withServices({ NODE_ENV: 'test' }, (services) => run(services, count, seed));
}

async function run({ variables, dataDir, abort }: BenchServices, count: number, seed: number): Promise<number> {
  const traces = {
    OTEL_TRACES_EXPORTER: 'console',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.02',
  };
  const env = { ...process.env, ...variables, ...traces, NODE_ENV: 'test', LOG_LEVEL: 'info' };
  const command = { env: { ...env, OTEL_TRACES_EXPORTER: 'none' }, abort };
  for (const name of ['migrate', 'seed']) await runQuietly(name, nodeCommand('dist/cli/main.js', name), command);
  const logFile = join(dataDir, 'fuzz.log');
  const port = await freePort();
  const service = await startService({ port, env, logFile, abort });
  const url = `http://127.0.0.1:${port}`;
  try {
    const secret = (): string => randomBytes(12).toString('hex');
    const planted = { email: `planted-${secret()}@example.org`, password: `planted-${secret()}`, token: secret() };
    const known: Known = { tokens: await demonstrationTokens(url), planted };
    report(`Seed ${seed}, ${count.toLocaleString('en')} requests`);
    const summary = await ask(url, count, seed, known, abort);
    report(summary.table);
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
    report(
      `${leaks.length} of ${secrets.length} secrets show in ${written.length.toLocaleString('en')} characters of logs, metrics and traces.`,
    );
    const isPatient = await slowClients(url, report);
    const fits = await schemathesis(url, known.tokens[0] ?? '', report);
    return summary.faulty === 0 && leaks.length === 0 && isPatient && fits && service.running ? 0 : 1;
  } finally {
    await service.stop(5000);
  }
}

async function ask(url: string, count: number, seed: number, known: Known, abort: AbortSignal): Promise<FuzzSummary> {
  const summary = new FuzzSummary();
  const drawn = Object.entries(shares).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as Kind));
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) {
        abort.throwIfAborted();
        const at = next++;
        // Each has random numbers of its own, so that one can be made again without all before it.
        const random = new Random(seed * 1_000_003 + at);
        const given = generate(random.pick(drawn), random, known);
        const verdict = await judge(url, `fuzz-${seed}-${at}`, given).catch((error: unknown) => ({
          faults: [`no answer: ${String(error)}`],
          slowest: 0,
          status: 0,
          compared: false,
        }));
        summary.add(given.kind, verdict);
        if (verdict.faults.length > 0 && summary.faulty <= shown)
          report(`${at}: ${show(given)}\n   ${verdict.faults.join('\n   ')}`);
        if (summary.count % 10_000 === 0)
          report(`   ${summary.count.toLocaleString('en')} asked, ${summary.faulty} faulty`);
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

void main(fuzz);
