import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processInfo } from './process-info.js';
import { StartFailure } from './start-failure.js';

/**
 * Stops a PostgreSQL server that a killed run left on this data folder. Checks its command line, because another program may
 * have the process id in `postmaster.pid` by now.
 */
export async function stopOrphanedPostgres(postgresDir: string): Promise<void> {
  const pid = postmasterPid(postgresDir);
  if (pid === undefined) return;
  const orphan = processInfo(pid);
  if (!orphan) return;
  if (!orphan.command.includes(`-D ${postgresDir}`)) {
    // PostgreSQL does not start while any process of this user has that id.
    rmSync(join(postgresDir, 'postmaster.pid'));
    return;
  }
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 15_000; waited += 50) {
    if (processInfo(pid)?.started !== orphan.started) return;
    await delay(50);
  }
  throw new StartFailure(`The PostgreSQL server of an earlier run, process ${pid}, does not stop.`);
}

function postmasterPid(postgresDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(postgresDir, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
