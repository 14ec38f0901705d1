import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notifyingTables } from '../../src/database/listener.js';
import { dumpSchema } from '../support/schema-dump.js';
import { useDatabase } from '../support/use-database.js';

const file = join(process.cwd(), 'src/database/schema.sql');

const header = `-- The schema after all migrations, to read and to review. Generated from PostgreSQL's catalogue; the migrations make the
-- tables. To update it: UPDATE_GOLDEN=1 npm test -- test/e2e/schema
`;

describe('the schema after all migrations', () => {
  const database = useDatabase();

  it('is what src/database/schema.sql shows', async () => {
    const schema = `${header}\n${await dumpSchema(database.source)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, schema);
    expect(schema).toBe(readFileSync(file, 'utf8'));
  });

  it('has the trigger that notifies table_change on exactly the tables that the response cache listens for', async () => {
    const triggers = await database.source.query<{ table: string; type: number }[]>(
      `SELECT tgrelid::regclass::text AS table, tgtype AS type FROM pg_trigger
       WHERE tgfoid = 'notify_table_change()'::regprocedure AND tgenabled = 'O'`,
    );
    expect(triggers.map(({ table }) => table).sort()).toEqual([...notifyingTables].sort());
    // Bits of pg_trigger.tgtype: INSERT 4, DELETE 8, UPDATE 16, TRUNCATE 32. A statement trigger lacks ROW, 1.
    expect(new Set(triggers.map(({ type }) => type))).toEqual(new Set([4 + 8 + 16 + 32]));
  });
});
