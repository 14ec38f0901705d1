import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../dev/run-program.js';
import { freePort } from '../../dev/services/free-port.js';
import { type Step } from './steps.js';

/** What `npm run generate` writes. Git ignores it. */
const generated = ['src/explore/assets', 'src/places/query/grammar'];

/** A copy of the working tree in a temporary folder. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'place-directory-recipes-'));

  /** @param abort stops the programs that run in it */
  constructor(private readonly abort?: AbortSignal) {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    });
    for (const path of listed.split('\0').filter((each) => each !== '' && existsSync(each))) {
      cpSync(path, join(this.folder, path));
    }
  }

  /** Uses the installed packages and the generated code of the working tree. */
  linkPackages(): void {
    symlinkSync(join(process.cwd(), 'node_modules'), join(this.folder, 'node_modules'));
    for (const path of generated) cpSync(path, join(this.folder, path), { recursive: true });
  }

  /** Follows a step of a recipe. @throws StartFailure with the output if it fails */
  async follow(step: Step): Promise<void> {
    if (step.kind === 'file') this.write(step.path, step.text);
    else if (step.kind === 'change') await this.run(['git', 'apply', '-C1', '-'], step.patch);
    else await this.run(['bash', '-c', step.command]);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** @returns the output @throws StartFailure with it if the program fails */
  run(command: readonly [string, ...string[]], input?: string): Promise<string> {
    const options = { env: process.env, cwd: this.folder };
    return run(command, { ...options, ...(this.abort && { abort: this.abort }), ...(input && { input }) });
  }

  /** Runs `npm start`, the search of its startup banner, and Ctrl-C. @returns the output of the search */
  async start(): Promise<string> {
    const child = spawn('npm', ['start'], {
      cwd: this.folder,
      env: { ...process.env, PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    const ended = once(child, 'exit');
    try {
      while (!output.includes('Ctrl-C stops everything')) {
        this.abort?.throwIfAborted();
        if (child.exitCode !== null) throw new Error(`npm start exited\n${output}`);
        await delay(200);
      }
      const search = /curl .*mercado.*/.exec(output)?.[0] ?? 'false';
      const { stdout, stderr, status } = spawnSync('bash', ['-c', search.replace('curl -s ', 'curl -sS ')], {
        encoding: 'utf8',
      });
      return status === 0 ? stdout : `${search} ended with ${status ?? 'a signal'}: ${stderr}`;
    } finally {
      // A terminal sends the signal to the whole process group.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
      await ended;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
