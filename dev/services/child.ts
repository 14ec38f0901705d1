import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChildOptions {
  readonly logFile: string;
  /** Where standard output goes: to `output`, to the log, or to the terminal. To the terminal goes standard error too. */
  readonly output: 'pipe' | 'log' | 'terminal';
  /** The signal for a clean stop. */
  readonly stopSignal: NodeJS.Signals;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/**
 * A program in its own process group: Ctrl-C reaches only this process, which then stops programs in order. Standard error goes
 * to a file, so that the program can still write if this process dies.
 */
export class Child {
  readonly exited: Promise<unknown>;
  readonly #process: ChildProcess;

  constructor(
    [command, ...args]: readonly [string, ...string[]],
    private readonly options: ChildOptions,
  ) {
    const { logFile, output, env, uid, gid } = options;
    const log = openSync(logFile, 'w', 0o600);
    this.#process = spawn(command, args, {
      detached: true,
      stdio: output === 'terminal' ? ['pipe', 'inherit', 'inherit'] : ['pipe', output === 'log' ? log : 'pipe', log],
      ...(env && { env }),
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    });
    closeSync(log);
    this.exited = once(this.#process, 'exit').catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get running(): boolean {
    const { pid, exitCode, signalCode } = this.#process;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** The exit status; null while the program runs, and after a signal ended it. */
  get status(): number | null {
    return this.#process.exitCode;
  }

  /** Standard output. Standard input stays open and empty as long as this process lives. */
  get output(): Readable {
    if (!this.#process.stdout) throw new Error('The program was started without a pipe.');
    return this.#process.stdout;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.running) this.#process.kill(signal);
  }

  /** Stops the program, and kills it after the given time. */
  async stop(milliseconds: number): Promise<void> {
    this.signal(this.options.stopSignal);
    await Promise.race([this.exited, delay(milliseconds, undefined, { ref: false })]);
    this.signal('SIGKILL');
    await this.exited;
  }

  /** The last lines of the log. */
  logTail(): string {
    const { logFile } = this.options;
    const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15);
    return [`The end of ${logFile}:`, ...tail.map((line) => `  ${line}`)].join('\n');
  }
}
