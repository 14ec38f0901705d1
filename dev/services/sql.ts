import { Client, type QueryResultRow } from 'pg';

/** Runs SQL on a connection of its own. @returns the rows of a single statement */
export async function runSql<Row extends QueryResultRow>(
  databaseUrl: string,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } =
      parameters.length === 0
        ? await client.query<Row>(statement)
        : await client.query<Row>(statement, [...parameters]);
    return rows;
  } finally {
    await client.end();
  }
}
