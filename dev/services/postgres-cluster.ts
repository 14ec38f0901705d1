import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { postgresAccount, prefixCommand } from './postgres-account.js';
import { StartFailure } from './start-failure.js';

/** Creates an empty database cluster in a temporary folder and renames it, so that an interruption leaves no partial cluster. */
export async function initialiseCluster(
  initdb: string,
  dir: string,
  passwordFile: string,
  persistent: boolean,
): Promise<void> {
  const fresh = `${dir}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  // The builtin provider sorts and folds the same on every platform.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const { prefix, ...account } = postgresAccount(fresh);
  const options = ['-D', fresh, ...locale, ...access, ...(persistent ? [] : ['--no-sync'])];
  const [command, ...args] = prefixCommand(prefix, initdb, options);
  try {
    await promisify(execFile)(command, args, { ...account, env: { ...process.env, LC_ALL: 'C' } });
  } catch (error) {
    throw new StartFailure(`PostgreSQL's initdb failed.\n${(error as { stderr?: string }).stderr ?? String(error)}`);
  }
  renameSync(fresh, dir);
}
