import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The lists of each table, with the column that names the owner. */
const lists = {
  follows: { following: 'follower_id', followers: 'following_id' },
  checkins: { user_checkins: 'user_id', place_checkins: 'place_id' },
  reviews: { user_reviews: 'user_id', place_reviews: 'place_id' },
};

/** The transition tables of each operation, and the statement for the changes of each owner. */
const operations = {
  insert: { transition: 'NEW TABLE AS added', changes: countOf('added', 1) },
  delete: { transition: 'OLD TABLE AS removed', changes: countOf('removed', -1) },
  update: {
    transition: 'NEW TABLE AS added OLD TABLE AS removed',
    changes: (owner: string) => `
    SELECT ${owner}, sum(change) FROM (
      SELECT 1 AS change, ${owner} FROM added UNION ALL SELECT -1, ${owner} FROM removed
    ) AS changes GROUP BY ${owner} HAVING sum(change) <> 0`,
  },
};

/**
 * Stores the size of each list, so that reading a list does not count it (ADR 5). Triggers update the sizes in the
 * transaction of the change. A list without a row here is empty.
 */
export class ListSizes1790000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Updates are frequent. Free space in the pages lets them skip the index (HOT updates).
    await runner.query(`
      CREATE TABLE list_sizes (
        list text COLLATE "C" NOT NULL,
        owner text COLLATE "C" NOT NULL,
        size bigint NOT NULL,
        PRIMARY KEY (list, owner)
      ) WITH (fillfactor = 70);

      CREATE FUNCTION clear_list_sizes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM list_sizes WHERE list = ANY (TG_ARGV);
        RETURN NULL;
      END $$;
    `);
    for (const [table, owners] of Object.entries(lists)) {
      for (const [operation, { transition, changes }] of Object.entries(operations)) {
        await runner.query(`
          CREATE FUNCTION size_lists_at_${table}_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            ${inOrder(owners)
              .map(([list, owner]) => changeSizes(list, changes(owner)))
              .join('')}
            RETURN NULL;
          END $$;
          CREATE TRIGGER ${table}_list_sizes_${operation} AFTER ${operation} ON ${table} REFERENCING ${transition}
            FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_${table}_${operation}();
        `);
      }
      const names = Object.keys(owners);
      await runner.query(`
        CREATE TRIGGER ${table}_list_sizes_truncate AFTER TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION clear_list_sizes(${names.join(', ')});
      `);
      // CREATE TRIGGER has locked the table: nothing is written to it until this transaction commits.
      for (const [list, owner] of Object.entries(owners)) {
        await runner.query(
          `INSERT INTO list_sizes SELECT '${list}', ${owner}, count(*) FROM ${table} GROUP BY ${owner}`,
        );
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(lists)) {
      for (const operation of Object.keys(operations)) {
        await runner.query(`DROP TRIGGER ${table}_list_sizes_${operation} ON ${table}`);
        await runner.query(`DROP FUNCTION size_lists_at_${table}_${operation}`);
      }
      await runner.query(`DROP TRIGGER ${table}_list_sizes_truncate ON ${table}`);
    }
    await runner.query('DROP FUNCTION clear_list_sizes; DROP TABLE list_sizes');
  }
}

function countOf(rows: string, sign: 1 | -1) {
  return (owner: string): string => `SELECT ${owner}, ${sign} * count(*) FROM ${rows} GROUP BY ${owner}`;
}

/** All statements change sizes in one order, so that two of them wait for each other instead of deadlocking. */
function inOrder(owners: Readonly<Record<string, string>>): [list: string, owner: string][] {
  return Object.entries(owners).sort(([one], [other]) => (one < other ? -1 : 1));
}

function changeSizes(list: string, changes: string): string {
  return `
    INSERT INTO list_sizes AS stored
    SELECT '${list}', owner, size FROM (${changes}) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;`;
}
