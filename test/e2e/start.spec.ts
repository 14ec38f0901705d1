import { createDatabase } from '../support/database.js';
import { Directory } from '../support/directory.js';

describe('the start of the service', () => {
  it('rejects a database whose tables are missing or old, at once', async () => {
    const database = await createDatabase();
    const { name, source } = database;
    const where = `/${name} \\(DATABASE_URL\\)`;
    await source.undoLastMigration();
    await expect(Directory.start({}, database)).rejects.toThrow(
      new RegExp(`${where} lacks the migration \\w+: run \`migrate\` first\\.$`),
    );
    await source.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await expect(Directory.start({}, database)).rejects.toThrow(
      new RegExp(`${where} lacks the migration Directory\\d+: run \`migrate\` first\\.$`),
    );
    await database.drop();
  });

  it('takes a database that is newer', async () => {
    const database = await createDatabase();
    await database.source.query(
      "INSERT INTO migrations (timestamp, name) VALUES (9990000000000, 'Later9990000000000')",
    );
    const directory = await Directory.start({}, database);
    expect((await directory.get('/v2/categories', await directory.token())).status).toBe(200);
    await directory.stop();
  });
});
