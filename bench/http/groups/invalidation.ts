import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { markdownTable } from '../../../dev/markdown-table.js';
import { report } from '../../../dev/services/step.js';
import { digest } from '../../../src/auth/token-store.js';
import { percentile } from '../../statistics.js';
import { type Bench, type GroupResult } from '../bench.js';
import { type Service } from '../services.js';
import { personAt } from '../world.js';

type Commit = (writer: Client, other: Client) => Promise<unknown>;

/** The connections of the service that listen. */
const listeners = `
  FROM pg_stat_activity WHERE application_name = 'place-directory listener' AND datname = current_database()`;

const commitOnly: Commit = (writer) => writer.query('COMMIT');

/** `pg_terminate_backend` returns once the connection has ended. */
const endThenCommit: Commit = async (writer, other) => {
  await other.query(`SELECT pg_terminate_backend(pid, 5000) ${listeners}`);
  await writer.query('COMMIT');
};

const endAndCommit: Commit = (writer, other) =>
  Promise.all([other.query(`SELECT pg_terminate_backend(pid) ${listeners}`), writer.query('COMMIT')]);

/** Where the connections end, a repetition waits a second until the service has connected again. */
const conditions: readonly (readonly [name: string, count: number, commit: Commit])[] = [
  ['listening', 200, commitOnly],
  ['connections cut before the change', 50, endThenCommit],
  ['connections cut during the change', 50, endAndCommit],
];

/** The person whose row changes, and the one that is read with the token that is revoked. */
const [changed, other] = [personAt(0), personAt(1)];

/** How long after a change in PostgreSQL a service that has cached the token and the response still serves them. */
export async function invalidationGroup({ services, servers, small }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'asDelivered');
  const [writer, second] = [0, 1].map(() => new Client({ connectionString: small.env.DATABASE_URL })) as [
    Client,
    Client,
  ];
  const rows: string[][] = [];
  await Promise.all([writer.connect(), second.connect()]);
  try {
    const connections = await listening(writer);
    const { rows: before } = await writer.query<{ name: string }>('SELECT name FROM users WHERE id = $1', [changed]);
    for (const [name, count, commit] of conditions) {
      const times = [];
      for (let round = 0; round < count; round += 1) {
        servers.abort.throwIfAborted();
        while ((await listening(writer)) < connections) await delay(20, undefined, { signal: servers.abort });
        // The service takes note of it.
        await delay(50);
        times.push(await measureChange(service, writer, () => commit(writer, second)));
      }
      const figures = [times.map(({ token }) => token), times.map(({ row }) => row)].flatMap((all) =>
        [0.5, 0.99].map((share) => percentile(all, share).toFixed(1)),
      );
      rows.push([name, String(count), ...figures]);
    }
    await writer.query('UPDATE users SET name = $2 WHERE id = $1', [changed, before[0]?.name]);
  } finally {
    await Promise.all([writer.end(), second.end()]);
  }
  const heading = ['Milliseconds', 'changes', 'revoked token p50', 'p99', 'changed row p50', 'p99'];
  report(`\n${markdownTable(heading, rows)}`);
  return [{ name: 'invalidation', comparisons: [], checks: [] }];
}

/** Revokes a cached token and changes the row of a cached response. @returns milliseconds from the commit to the first response that shows it */
async function measureChange(
  service: Service,
  writer: Client,
  commit: () => Promise<unknown>,
): Promise<{ token: number; row: number }> {
  const [token, name] = [randomBytes(32).toString('base64url'), randomBytes(8).toString('hex')];
  const key = digest(token);
  await writer.query(
    `INSERT INTO access_tokens (digest, client_id, scope, expires) VALUES ($1, 'bench-app', '{read}', now() + interval '1 hour')`,
    [key],
  );
  const get = (id: string, bearer: string) =>
    fetch(`${service.url}/v2/users/${id}`, { headers: { Authorization: `Bearer ${bearer}` } });
  const isRejected = async () => {
    const response = await get(other, token);
    await response.arrayBuffer();
    return response.status === 401;
  };
  const isShown = async () => (await (await get(changed, service.token)).text()).includes(name);
  for (let time = 0; time < 3; time += 1)
    if ((await isRejected()) || (await isShown())) throw new Error('The change is seen before it is made');
  await writer.query('BEGIN');
  await writer.query('UPDATE access_tokens SET revoked = now() WHERE digest = $1', [key]);
  await writer.query('UPDATE users SET name = $2 WHERE id = $1', [changed, name]);
  await commit();
  const [tokenMs, rowMs] = await Promise.all([timeUntil(isRejected), timeUntil(isShown)]);
  return { token: tokenMs, row: rowMs };
}

async function timeUntil(holds: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await holds())) if (performance.now() - start > 60_000) throw new Error('The change was not seen in 60 s');
  return performance.now() - start;
}

/** The connections that wait for notifications: after `LISTEN`, and after a check of the connection. */
async function listening(client: Client): Promise<number> {
  const { rowCount } = await client.query(`SELECT ${listeners} AND state = 'idle' AND query ~ '^(LISTEN|SELECT 1)'`);
  return rowCount ?? 0;
}
