import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { buildHash } from './build.js';
import { messageOf } from './main.js';
import { nodeCommand, type ProgramOptions } from './run-program.js';
import { Interrupted } from './shutdown-signals.js';
import { waitForAbort } from './services/aborted.js';
import { type Report } from './services/step.js';

/** The compiler writes many files for one change. */
const QUIET_MS = 300;

/**
 * Compiles `src` on every change and calls `restart` when the compiled files differ. A failed restart is reported; the next
 * change tries again. Resolves when `abort` aborts.
 */
export async function restartOnChange(
  { env, report, abort }: Required<ProgramOptions> & { report: Report },
  restart: () => Promise<void>,
): Promise<void> {
  const [command, ...args] = nodeCommand(
    require.resolve('typescript/bin/tsc'),
    '--project',
    'tsconfig.build.json',
    '--watch',
    '--preserveWatchOutput',
  );
  const compiler = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  let running = buildHash();
  let restarts = Promise.resolve();
  const restartIfChanged = async (): Promise<void> => {
    const hash = buildHash();
    if (hash === running || abort.aborted) return;
    running = hash;
    try {
      await restart();
      report('The service has restarted.');
    } catch (error) {
      if (!(error instanceof Interrupted)) report(messageOf(error));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  watch('dist', { recursive: true, signal: abort }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarts = restarts.then(restartIfChanged);
    }, QUIET_MS);
  });
  await waitForAbort(abort);
  clearTimeout(timer);
  compiler.kill();
  await restarts;
}
