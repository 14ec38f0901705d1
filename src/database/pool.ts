import { type Pool } from 'pg';
import { type DataSource } from 'typeorm';

/** The connections of a database. TypeORM's PostgreSQL driver calls its pool so. */
export function poolOf(database: DataSource): Pool {
  return (database.driver as unknown as { master: Pool }).master;
}
