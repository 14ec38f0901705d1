import { type Pool } from 'pg';
import { type DataSource } from 'typeorm';

/** The connection pool inside TypeORM's PostgreSQL driver. TypeORM has no public access to it. */
export function poolOf(database: DataSource): Pool {
  return (database.driver as unknown as { master: Pool }).master;
}
