import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finished } from '../../dev/run-program.js';
import { freePort } from '../../dev/services/free-port.js';
import { type Step } from './steps.js';

/** A copy of the working tree in a temporary folder. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'place-directory-recipes-'));

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
    for (const path of listed
      .toString()
      .split('\0')
      .filter((each) => each !== '' && existsSync(each))) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      copyFileSync(path, join(this.folder, path));
    }
  }

  /** Follows a step of a recipe. @throws Error with the output if it fails */
  async follow(step: Step): Promise<void> {
    if (step.kind === 'file') {
      mkdirSync(dirname(join(this.folder, step.path)), { recursive: true });
      writeFileSync(join(this.folder, step.path), step.text);
    } else if (step.kind === 'change') await this.run('git', ['apply', '-C1', '-'], step.patch);
    else await this.run('bash', ['-c', step.command]);
  }

  private async run(program: string, args: readonly string[], input = ''): Promise<void> {
    const child = spawn(program, args, { cwd: this.folder });
    child.stdin.end(input);
    const { status, output, messages } = await finished(child);
    if (status !== 0)
      throw new Error(
        `${[program, ...args].join(' ')} ended with ${status ?? 'a signal'}\n${output}${messages}${input}`,
      );
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
    while (!output.includes('Ctrl-C stops everything')) {
      if (child.exitCode !== null) throw new Error(`npm start exited\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const search = /curl .*mercado.*/.exec(output)?.[0] ?? 'false';
    const { stdout, stderr, status } = spawnSync('bash', ['-c', search.replace('curl -s ', 'curl -sS ')], {
      encoding: 'utf8',
    });
    // A terminal sends the signal to the whole process group.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    await ended;
    return status === 0 ? stdout : `${search} ended with ${status ?? 'a signal'}: ${stderr}`;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
