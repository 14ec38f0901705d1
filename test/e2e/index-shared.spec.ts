import { CommandLine } from '../support/command-line.js';

/** Directories that share an Elasticsearch: none may touch what another one searches. */
describe('an Elasticsearch that two directories share', () => {
  let production: CommandLine;
  let live: string;
  /** Aliases, with the indices behind them, that go with the test. */
  const aliases: string[] = [];

  beforeAll(async () => {
    production = await CommandLine.start();
    await production.import('places', [{ id: 'p', name: 'Padaria' }]);
    [live = ''] = await behind(production.database.name);
  });

  afterAll(async () => {
    const left = (await Promise.all(aliases.map(behind))).flat();
    for (const name of left) await elasticsearch(name, { method: 'DELETE' });
    await production.stop();
  });

  const elasticsearch = (path: string, init: RequestInit = {}) =>
    fetch(`${process.env.ELASTICSEARCH_URL}/${path}`, {
      ...init,
      headers: { 'Content-Type': 'application/json' },
    });

  /** The indices behind an alias. */
  async function behind(alias: string): Promise<string[]> {
    const answer = await elasticsearch(`_alias/${alias}`);
    return answer.ok ? Object.keys((await answer.json()) as object) : [];
  }

  const registered = async (cli: CommandLine) =>
    (await cli.query<{ name: string }>('SELECT name FROM place_indices')).map(({ name }) => name);

  it.each([['reindex'], ['import']])('keeps that of production at the %s of its dump beside it', async (command) => {
    const trial = await CommandLine.start();
    const half = `${production.database.name}-20200101000000000`;
    await elasticsearch(half, { method: 'PUT' });
    // As a dump has them that was made in the middle of a rebuilding, with a change that was not carried yet.
    await trial.query('INSERT INTO place_indices (name) SELECT unnest($1::text[])', [[live, half]]);
    await trial.query("INSERT INTO places (id, name) VALUES ('t', 'Trial')");
    try {
      const unready = await trial.run(['index', 'verify', '--repair']);
      expect([unready.status, unready.messages]).toEqual([1, expect.stringContaining('There is no index behind')]);
      const { status, messages } =
        command === 'reindex' ? await trial.run(['reindex']) : await trial.import('places', [{ id: 't2', name: 'T' }]);
      expect(status).toBe(0);
      expect(messages).toContain(`The index ${live} is another directory's`);
      expect(await registered(trial)).toEqual(await behind(trial.database.name));
      expect(await behind(production.database.name)).toEqual([live]);
      expect((await elasticsearch(half)).status).toBe(200);
      expect((await elasticsearch(`${live}/_doc/p`)).status).toBe(200);
      expect((await elasticsearch(`${live}/_doc/t`)).status).toBe(404);
    } finally {
      await elasticsearch(half, { method: 'DELETE' });
      await trial.stop();
    }
  });

  it('mends nothing in that of production where an earlier trial has left its alias', async () => {
    const trial = await CommandLine.start();
    try {
      await trial.import('places', [{ id: 't', name: 'Trial' }]);
      // Another dump takes the place of the first.
      await trial.query('TRUNCATE place_indices');
      await trial.query('INSERT INTO place_indices (name) VALUES ($1)', [live]);
      const { status, messages } = await trial.run(['index', 'verify', '--repair']);
      expect([status, messages]).toEqual([1, expect.stringContaining('reindex first')]);
      expect((await elasticsearch(`${live}/_doc/p`)).status).toBe(200);
      expect((await elasticsearch(`${live}/_doc/t`)).status).toBe(404);
    } finally {
      // What is left there is dropped with it.
      await trial.query('TRUNCATE place_indices');
      aliases.push(trial.database.name);
      await trial.stop();
    }
  });

  it('keeps both where one database is used under two names', async () => {
    const other = `${production.database.name}-other`;
    aliases.push(other);
    const elsewhere = { ELASTICSEARCH_INDEX: other };
    expect(await production.run(['reindex'], elsewhere)).toMatchObject({ status: 0 });
    expect(await behind(production.database.name)).toEqual([live]);
    const [named = ''] = await behind(other);
    expect(await registered(production)).toEqual([named]);

    // Whoever is next makes one of its own, since changes went to the other only.
    expect(await production.import('places', [{ id: 'q', name: 'Quitanda' }])).toMatchObject({ status: 0 });
    expect(await behind(other)).toEqual([named]);
    const [current = ''] = await behind(production.database.name);
    expect((await elasticsearch(`${current}/_doc/q`)).status).toBe(200);
    expect((await registered(production)).sort()).toEqual([live, current].sort());
  });

  it('keeps an index that an operator has given another alias', async () => {
    const [current = ''] = await behind(production.database.name);
    const kept = `${production.database.name}-kept`;
    await elasticsearch(`${current}/_alias/${kept}`, { method: 'PUT' });
    aliases.push(kept);
    await production.run(['reindex']);
    await production.query("UPDATE place_indices SET retired = now() - interval '1 hour' WHERE retired IS NOT NULL");
    await production.run(['reindex']);
    expect(await behind(kept)).toEqual([current]);
    expect(await registered(production)).not.toContain(current);
  });
});
