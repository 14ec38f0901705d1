import { resolve } from 'node:path';

/** The folder of all that is kept here: DATA_DIR, where an empty variable is as good as absent. */
export function dataHome({ DATA_DIR: given }: NodeJS.ProcessEnv): string {
  return resolve(given === undefined || given === '' ? '.data' : given);
}
