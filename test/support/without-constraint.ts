import { type DataSource } from 'typeorm';

/**
 * Runs work while the table `places` lacks a constraint, as the tables of other programs may. Its rows have to satisfy the
 * constraint again afterwards.
 */
export async function withoutConstraint(database: DataSource, name: string, work: () => Promise<void>): Promise<void> {
  const [{ definition }] = await database.query<[{ definition: string }]>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = 'places'::regclass AND conname = $1`,
    [name],
  );
  await database.query(`ALTER TABLE places DROP CONSTRAINT ${name}`);
  try {
    await work();
  } finally {
    // Rows that a failed test has left do not hide why it failed.
    await database.query(`ALTER TABLE places ADD CONSTRAINT ${name} ${definition} NOT VALID`);
  }
  await database.query(`ALTER TABLE places VALIDATE CONSTRAINT ${name}`);
}
