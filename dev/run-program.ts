import { spawn, type ChildProcess } from 'node:child_process';
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

interface RunOptions extends ProgramOptions {
  /** The folder that the program runs in. By default that of this process. */
  readonly cwd?: string;
  /** What the program reads from its standard input. */
  readonly input?: string;
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
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SHUTDOWN_SIGNALS) process.on(signal, forward);
  abort?.addEventListener('abort', () => child.kill());
  const [code, signal] = (await once(child, 'exit')) as [number, null] | [null, NodeJS.Signals];
  for (const signal of SHUTDOWN_SIGNALS) process.off(signal, forward);
  return code ?? 128 + constants.signals[signal];
}

/** How a program ended, and what it wrote. */
export interface Finished {
  readonly status: number | null;
  readonly output: string;
  readonly messages: string;
}

/** Collects what a program writes until it ends. */
export async function finished(child: ChildProcess): Promise<Finished> {
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [output, messages, [status]] = await Promise.all([readText(child.stdout), readText(child.stderr), closed]);
  return { status, output, messages };
}

/** Runs a program without showing its output. @returns the output @throws StartFailure with the output if it fails */
export async function run(
  command: readonly [string, ...string[]],
  { env, abort, cwd, input }: RunOptions = { env: process.env },
  label = command.join(' '),
): Promise<string> {
  abort?.throwIfAborted();
  const [program, ...args] = command;
  const child = spawn(program, args, { env, cwd, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
  child.stdin?.end(input);
  const kill = () => child.kill();
  abort?.addEventListener('abort', kill);
  const { status, output, messages } = await finished(child);
  abort?.removeEventListener('abort', kill);
  abort?.throwIfAborted();
  if (status !== 0) throw new StartFailure(`${label} failed.\n${(output + messages).trimEnd()}`);
  return output + messages;
}

/** Runs the command line of the service, for example with the arguments `import places FILE`. */
export function commandLine(options: RunOptions): (...args: string[]) => Promise<string> {
  return (...args) => run(nodeCommand('dist/cli/main.js', ...args), options, args.join(' '));
}

/** Whether a program exists and exits with 0. */
export async function succeeds(...command: [string, ...string[]]): Promise<boolean> {
  return run(command).then(
    () => true,
    () => false,
  );
}

async function readText(stream: Readable | null): Promise<string> {
  return stream ? text(stream) : '';
}
