import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { INTERRUPTIONS } from './shutdown-signals.js';
import { StartFailure } from './services/start-failure.js';

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Ends the program when it is aborted. */
  readonly abort?: AbortSignal;
}

/** Makes Node leave when we are gone, however we went. */
const EXIT_WITH_PARENT = ['--import', pathToFileURL(join(__dirname, 'exit-with-parent.mjs')).href];

/** The arguments for Node to run this script, which then never outlives us. */
export function node(script: string, ...args: string[]): [string, ...string[]] {
  return [process.execPath, ...EXIT_WITH_PARENT, script, ...args];
}

/** Runs a program that talks to the terminal as if it were us. Resolves with its exit status, as a shell counts it. */
export async function inForeground(
  [command, ...args]: readonly [string, ...string[]],
  { env, abort }: ProgramOptions,
): Promise<number> {
  abort?.throwIfAborted();
  const child = spawn(command, args, { env, stdio: 'inherit' });
  for (const signal of INTERRUPTIONS) process.on(signal, () => child.kill(signal));
  abort?.addEventListener('abort', () => child.kill());
  const [code, signal] = (await once(child, 'exit')) as [number, null] | [null, NodeJS.Signals];
  return code ?? 128 + constants.signals[signal];
}

/** Runs a program whose output matters only when it fails. */
export async function quietly(
  what: string,
  [command, ...args]: readonly [string, ...string[]],
  { env, abort }: ProgramOptions,
): Promise<void> {
  abort?.throwIfAborted();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  abort?.addEventListener('abort', () => child.kill());
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([said(child.stdout), said(child.stderr), closed]);
  abort?.throwIfAborted();
  if (code !== 0) throw new StartFailure(`${what} failed.\n${(out + err).trimEnd()}`);
}

async function said(stream: Readable | null): Promise<string> {
  return stream ? text(stream) : '';
}
