import { CommandLine } from '../support/command-line.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { useCommandLine } from '../support/use-command-line.js';

/** Two directories share an Elasticsearch. Neither may change the index of the other. */
describe('an Elasticsearch that two directories share', () => {
  let live: string;
  /** Aliases whose indices are dropped after the test. */
  const aliases: string[] = [];

  const production = useCommandLine();

  beforeAll(async () => {
    expect(await production.import('places', [{ id: 'p', name: 'Padaria' }])).toMatchObject({ status: 0 });
    [live = ''] = await behind(production.database.name);
  });

  afterAll(async () => {
    const left = (await Promise.all(aliases.map(behind))).flat();
    for (const name of left) await elasticsearch(name, 'DELETE');
  });

  /** The indices behind an alias. */
  async function behind(alias: string): Promise<string[]> {
    const response = await elasticsearch(`_alias/${alias}`);
    return response.ok ? Object.keys((await response.json()) as object) : [];
  }

  const registered = async (cli: CommandLine) =>
    (await cli.query<{ name: string }>('SELECT name FROM place_indices')).map(({ name }) => name);

  it.each([['reindex'], ['import']])(
    'keeps the index of production when its dump is restored beside it and a trial runs %s',
    async (command) => {
      const trial = await CommandLine.start();
      const half = `${production.database.name}-20200101000000000`;
      await elasticsearch(half, 'PUT');
      // As in a dump that was made during a rebuild, with a pending change.
      await trial.query('INSERT INTO place_indices (name) SELECT unnest($1::text[])', [[live, half]]);
      await trial.query("INSERT INTO places (id, name) VALUES ('t', 'Trial')");
      try {
        const unready = await trial.run(['index', 'verify', '--repair']);
        expect([unready.status, unready.messages]).toEqual([1, expect.stringContaining('There is no index behind')]);
        const { status, messages } =
          command === 'reindex'
            ? await trial.run(['reindex'])
            : await trial.import('places', [{ id: 't2', name: 'T' }]);
        expect(status).toBe(0);
        expect(messages).toContain(`Index ${live} is unregistered but not dropped`);
        expect(await registered(trial)).toEqual(await behind(trial.database.name));
        expect(await behind(production.database.name)).toEqual([live]);
        expect((await elasticsearch(half)).status).toBe(200);
        expect((await elasticsearch(`${live}/_doc/p`)).status).toBe(200);
        expect((await elasticsearch(`${live}/_doc/t`)).status).toBe(404);
      } finally {
        await elasticsearch(half, 'DELETE');
        await trial.stop();
      }
    },
  );

  it('does not repair the index of production when an earlier trial has left its alias', async () => {
    const trial = await CommandLine.start();
    try {
      await trial.import('places', [{ id: 't', name: 'Trial' }]);
      // Another dump replaces the first.
      await trial.query('TRUNCATE place_indices');
      await trial.query('INSERT INTO place_indices (name) VALUES ($1)', [live]);
      const { status, messages } = await trial.run(['index', 'verify', '--repair']);
      expect([status, messages]).toEqual([1, expect.stringContaining('is not registered in this database')]);
      expect((await elasticsearch(`${live}/_doc/p`)).status).toBe(200);
      expect((await elasticsearch(`${live}/_doc/t`)).status).toBe(404);
    } finally {
      // The indices that are left are dropped after the test.
      await trial.query('TRUNCATE place_indices');
      aliases.push(trial.database.name);
      await trial.stop();
    }
  });

  it('keeps both indices when one database is used with two values of ELASTICSEARCH_INDEX', async () => {
    const other = `${production.database.name}-other`;
    aliases.push(other);
    const elsewhere = { ELASTICSEARCH_INDEX: other };
    expect(await production.run(['reindex'], elsewhere)).toMatchObject({ status: 0 });
    expect(await behind(production.database.name)).toEqual([live]);
    const [named = ''] = await behind(other);
    expect(await registered(production)).toEqual([named]);

    // Changes were written to the other index only, so the next command builds a new one.
    expect(await production.import('places', [{ id: 'q', name: 'Quitanda' }])).toMatchObject({ status: 0 });
    expect(await behind(other)).toEqual([named]);
    const [current = ''] = await behind(production.database.name);
    expect((await elasticsearch(`${current}/_doc/q`)).status).toBe(200);
    expect((await registered(production)).sort()).toEqual([live, current].sort());
  });

  it('keeps an index to which an operator has added another alias', async () => {
    const [current = ''] = await behind(production.database.name);
    const kept = `${production.database.name}-kept`;
    await elasticsearch(`${current}/_alias/${kept}`, 'PUT');
    aliases.push(kept);
    await production.run(['reindex']);
    await production.query("UPDATE place_indices SET retired = now() - interval '1 hour' WHERE retired IS NOT NULL");
    await production.run(['reindex']);
    expect(await behind(kept)).toEqual([current]);
    expect(await registered(production)).not.toContain(current);
  });
});
