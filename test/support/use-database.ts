import { createDatabase, type TestDatabase } from './database.js';

/** Creates a database before the tests of a suite, and drops it after them. */
export function useDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await createDatabase());
  });
  afterAll(() => database.drop());
  return database;
}
