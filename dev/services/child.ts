import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChildOptions {
  readonly logFile: string;
  /** Whether its standard output is for us to read, or goes to the log as well. */
  readonly output: 'pipe' | 'log';
  /** What asks the program to leave in order. */
  readonly stopSignal: NodeJS.Signals;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
}

/**
 * A program that runs beside us in a session of its own, so that Ctrl-C in the terminal reaches only us and we stop
 * things in order. Its standard error goes to a file, so that it can go on writing whatever becomes of us.
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
      stdio: ['pipe', output === 'log' ? log : 'pipe', log],
      ...(env && { env }),
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    });
    closeSync(log);
    this.exited = once(this.#process, 'exit').catch(() => undefined);
  }

  get running(): boolean {
    const { pid, exitCode, signalCode } = this.#process;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** Its exit status; null while it runs, and when a signal ended it. */
  get status(): number | null {
    return this.#process.exitCode;
  }

  /** Its standard output. Its standard input stays open as long as we live, and never says anything. */
  get output(): Readable {
    if (!this.#process.stdout) throw new Error('The program was started without a pipe.');
    return this.#process.stdout;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.running) this.#process.kill(signal);
  }

  /** Asks the program to leave, and kills it when it is still there after the time given. */
  async stop(milliseconds: number): Promise<void> {
    this.signal(this.options.stopSignal);
    await Promise.race([this.exited, delay(milliseconds, undefined, { ref: false })]);
    this.signal('SIGKILL');
    await this.exited;
  }

  /** The last lines of its log, to show why it failed. */
  logTail(): string {
    const { logFile } = this.options;
    const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15);
    return [`The end of ${logFile}:`, ...tail.map((line) => `  ${line}`)].join('\n');
  }
}
