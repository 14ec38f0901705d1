import { type DataSource } from 'typeorm';

/** Inserts rows in one statement. Members in camelCase name the columns; an undefined member takes its default. */
export async function insertRows(database: DataSource, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const members = [...new Set(rows.flatMap(Object.keys))];
  const columns = members.map((member) => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const parameters: unknown[] = [];
  const values = rows.map((row) => {
    const fields = new Map(Object.entries(row));
    const cells = members.map((member) =>
      fields.get(member) === undefined ? 'DEFAULT' : `$${parameters.push(fields.get(member))}`,
    );
    return `(${cells.join(', ')})`;
  });
  await database.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values.join(', ')}`, parameters);
}
