import { digest } from '../../src/auth/token-store.js';
import { Cleanup } from '../../src/oauth/cleanup.js';
import { useConsent } from '../support/consent.js';
import { Directory } from '../support/directory.js';
import { waitUntil } from '../support/retry.js';
import { expectError } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const tables = [
  ...['access_tokens', 'refresh_tokens', 'authorization_codes', 'token_families'],
  ...['attempts', 'known_sources', 'sessions', 'audit_log', 'import_runs'],
];

describe('the cleanup of expired rows', () => {
  const { directory: first, aCode, issueTokens, me, redeem, refresh } = useConsent();
  const { directory: second } = useDirectory({ over: first });

  afterEach(() => first.source.query('DELETE FROM job_runs'));

  const run = (directory: Directory) => directory.app.get(Cleanup).run();

  async function counts(): Promise<number[]> {
    const select = tables.map((table) => `(SELECT count(*)::integer FROM ${table}) AS ${table}`);
    const [row] = await first.source.query<Record<string, number>[]>(`SELECT ${select.join(', ')}`);
    return tables.map((table) => row?.[table] ?? -1);
  }

  async function expire(age: string): Promise<void> {
    for (const table of tables) await first.source.query(`UPDATE ${table} SET expires = now() - $1::interval`, [age]);
  }

  it('runs once in an interval, in one of the replicas', async () => {
    const runs = await Promise.all([first, second, first, second].map(run));
    expect(runs.filter((deleted) => deleted !== undefined)).toEqual([0]);
    expect(await run(second)).toBeUndefined();
    await first.source.query("UPDATE job_runs SET begun = now() - interval '5 minutes'");
    expect(await run(second)).toBe(0);
  });

  it('deletes rows that expired over an hour ago, in batches, with dependent rows', async () => {
    await issueTokens();
    await redeem('unknown', {}, { Authorization: 'Basic d2ViOndyb25n' });
    await first.source.query(
      `INSERT INTO access_tokens (digest, client_id, scope, expires)
       SELECT sha256(n::text::bytea), 'web', '{read}', now() FROM generate_series(1, 1200) AS n`,
    );
    await first.source.query("INSERT INTO sessions (digest, user_id, expires) VALUES ('x', 'maria', now())");
    await first.source.query(
      "INSERT INTO import_runs (operator, kind, files, expires) VALUES ('ana', 'places', '{-}', now())",
    );
    await first.source.query("INSERT INTO audit_log (actor, action, expires) VALUES ('operator:ana', 'test', now())");
    expect(await counts()).toEqual([1201, 1, 1, 1, 2, 1, 1, 1, 1]);
    await expire('2 hours');
    expect(await run(first)).toBe(1201 + 1 + 1 + 2 + 1 + 1 + 1 + 1);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('leaves valid, spent and recently expired rows', async () => {
    const pair = await issueTokens();
    await refresh(pair.refresh);
    await aCode();
    const before = await counts();
    expect(before).toEqual([2, 2, 2, 2, 2, 1, 0, 0, 0]);
    expect(await run(second)).toBe(0);
    expect(await counts()).toEqual(before);
    expectError(await refresh(pair.refresh), 400, 'invalid_grant');
    await expire('5 minutes');
    await first.source.query('DELETE FROM job_runs');
    expect(await run(second)).toBe(0);
    expect(await counts()).toEqual(before);
  });

  it('deletes families beyond their greatest age, with tokens that were issued for longer', async () => {
    const [old, young] = [await issueTokens(), await issueTokens()];
    await first.source.query(
      `UPDATE token_families SET created = now() - interval '90 days 61 minutes', expires = now() + interval '30 days'
        WHERE id = (SELECT family FROM access_tokens WHERE digest = $1)`,
      [digest(old.access)],
    );
    const before = await counts();
    expect(await run(first)).toBe(1);
    expect(await counts()).toEqual(before.map((count, at) => (at < 4 ? count - 1 : count)));
    expect([await me(young.access), (await refresh(young.refresh)).status]).toEqual([200, 200]);
    expect(await me(old.access)).toBe(401);
  });

  it('runs on its own', async () => {
    await issueTokens();
    await expire('2 hours');
    const third = await Directory.start({ CLEANUP_INTERVAL: '1' }, first.database);
    try {
      await waitUntil(async () => (await counts()).every((count) => count === 0));
      expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    } finally {
      await third.stop({ keepDatabase: true });
    }
  });
});
