import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync, copyFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { transformSync } from '@swc/core';
import { afterFile } from './after-file.js';

const root = join(__dirname, '../..');

/** The service as a process of its own, as it runs in production: what signals and loaders do shows nowhere else. */
export class CompiledService {
  private constructor(
    readonly process: ChildProcess,
    readonly port: number,
    private readonly lines: string[],
    private readonly healthPort: number,
  ) {}

  /**
   * Compiles the service, starts it and waits until it is ready.
   *
   * @param openFiles how many files and connections it may open; without it as many as the tests
   */
  static async start(port: number, variables: NodeJS.ProcessEnv, openFiles?: number): Promise<CompiledService> {
    const folder = compiledFolder();
    const register = join(folder, 'observability/traces/register.mjs');
    const program = [process.execPath, '--import', register, join(folder, 'main.js')];
    const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles}; `;
    const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, ...program], {
      env: {
        PATH: process.env.PATH,
        ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL,
        ...variables,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => lines.push(text.toString()));
    const service = new CompiledService(child, port, lines, Number(variables.ADMIN_PORT ?? port));
    while (!(await service.isReady())) {
      if (child.exitCode !== null || child.signalCode !== null) {
        await service.stop();
        throw new Error(`The service did not start:\n${service.output}`);
      }
      await pause(50);
    }
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What it has written so far. */
  get output(): string {
    return this.lines.join('');
  }

  /** @returns its exit code and the signal that ended it */
  async ended(): Promise<[code: number | null, signal: string | null]> {
    const { exitCode, signalCode } = this.process;
    if (exitCode === null && signalCode === null) await once(this.process, 'exit');
    return [this.process.exitCode, this.process.signalCode];
  }

  /** Ends it, should it still run. */
  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended();
  }

  private async isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.healthPort}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}

let compiled: string | undefined;

/** The folder of the compiled service. The first call in a test file compiles it, which takes some seconds. */
export function compiledFolder(): string {
  compiled ??= compile();
  return compiled;
}

/** Below the project, where its packages are found, and below a `package.json`, which names the version. */
function compile(): string {
  mkdirSync(join(root, '.data'), { recursive: true });
  const parent = mkdtempSync(join(root, '.data/compiled-'));
  afterFile(async () => rm(parent, { recursive: true }));
  copyFileSync(join(root, 'package.json'), join(parent, 'package.json'));
  const folder = join(parent, 'dist');
  const source = join(root, 'src');
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const file = join(source, name);
    if (/\.(spec|d)\.ts$/.test(name) || statSync(file).isDirectory()) continue;
    const isSource = /\.m?ts$/.test(name);
    const target = join(folder, isSource ? name.replace(/ts$/, 'js') : name);
    mkdirSync(dirname(target), { recursive: true });
    if (isSource) writeFileSync(target, javaScript(file));
    else copyFileSync(file, target);
  }
  return folder;
}

function javaScript(file: string): string {
  return transformSync(readFileSync(file, 'utf8'), {
    configFile: false,
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
      target: 'es2023',
    },
    // The annotation lets `register.mjs`, an ES module, import several exports of a file by their names, as with tsc.
    module: { type: file.endsWith('.mts') ? 'es6' : 'commonjs', ignoreDynamic: true, exportInteropAnnotation: true },
  }).code;
}
