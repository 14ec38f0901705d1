import { join } from 'node:path';

/** Tests, which run the source, replace this module (`test/support/parquet-program.ts`). */
export const PARQUET_PROGRAM = join(__dirname, 'parquet-rows.js');
