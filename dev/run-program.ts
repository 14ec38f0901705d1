import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { SHUTDOWN_SIGNALS } from './shutdown-signals.js';
import { StartFailure } from './services/start-failure.js';

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Stops the program on abort. */
  readonly abort?: AbortSignal;
}

/** Makes the program exit when this process dies. */
const EXIT_WITH_PARENT = ['--import', pathToFileURL(join(__dirname, 'exit-with-parent.mjs')).href];

/** The command to run a script with Node. The script never outlives this process. */
export function nodeCommand(script: string, ...args: string[]): [string, ...string[]] {
  return [process.execPath, ...EXIT_WITH_PARENT, script, ...args];
}

/** Runs a program on the terminal of this process. @returns its exit status; 128 and the number of the signal that ended it */
export async function runInForeground(
  [command, ...args]: readonly [string, ...string[]],
  { env, abort }: ProgramOptions,
): Promise<number> {
  abort?.throwIfAborted();
  const child = spawn(command, args, { env, stdio: 'inherit' });
  for (const signal of SHUTDOWN_SIGNALS) process.on(signal, () => child.kill(signal));
  abort?.addEventListener('abort', () => child.kill());
  const [code, signal] = (await once(child, 'exit')) as [number, null] | [null, NodeJS.Signals];
  return code ?? 128 + constants.signals[signal];
}

/** Runs a program and shows its output only if it fails. */
export async function runQuietly(
  what: string,
  [command, ...args]: readonly [string, ...string[]],
  { env, abort }: ProgramOptions,
): Promise<void> {
  abort?.throwIfAborted();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  abort?.addEventListener('abort', () => child.kill());
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([readText(child.stdout), readText(child.stderr), closed]);
  abort?.throwIfAborted();
  if (code !== 0) throw new StartFailure(`${what} failed.\n${(out + err).trimEnd()}`);
}

async function readText(stream: Readable | null): Promise<string> {
  return stream ? text(stream) : '';
}
