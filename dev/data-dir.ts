import { resolve } from 'node:path';

/** The data folder: DATA_DIR, by default `.data`. */
export function dataDirOf({ DATA_DIR: given }: NodeJS.ProcessEnv): string {
  return resolve(given === undefined || given === '' ? '.data' : given);
}
