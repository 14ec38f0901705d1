import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../dev/services/free-port.js';
import { type Step } from './steps.js';

/** A copy of the repository as it stands here, for somebody new to work in. */
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

  /** @throws Error with all that was printed, when it does not work out */
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
    const ended = once(child, 'close') as Promise<[number | null]>;
    const [out, error, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (status !== 0)
      throw new Error(`${[program, ...args].join(' ')} ended with ${status ?? 'a signal'}\n${out}${error}${input}`);
  }

  /** `npm start` until it greets, the search that it proposes, and Ctrl-C. @returns what the search answered */
  async start(): Promise<string> {
    const child = spawn('npm', ['start'], {
      cwd: this.folder,
      env: { ...process.env, PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    const ended = once(child, 'exit');
    while (!said.includes('Ctrl-C stops everything')) {
      if (child.exitCode !== null) throw new Error(`npm start ended\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const search = /curl .*mercado.*/.exec(said)?.[0] ?? 'false';
    const { stdout } = spawnSync('bash', ['-c', search], { encoding: 'utf8' });
    // To the whole group, as a terminal does.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    await ended;
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
