import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { nodeCommand } from '../../dev/run-program.js';
import { MUTATED } from './mutants.js';

interface JestRun {
  /** Settings that replace those of `jest.config.cjs`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Asked each second. */
  readonly shouldStop: () => boolean;
}

/** Runs Jest in one process over the mutated files. @returns whether it was stopped */
export async function runJest({ config, args = [], env = process.env, shouldStop }: JestRun): Promise<boolean> {
  const variables = { NODE_ENV: 'test', MUTATED_FOLDER: MUTATED, MUTATION_CONFIG: JSON.stringify(config) };
  const program = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
  const [command, ...given] = nodeCommand(program, '--config', beside('jest.config.cjs'), '--runInBand', ...args);
  const child = spawn(command, given, { env: { ...env, ...variables }, stdio: 'ignore' });
  let isStopped = false;
  const watch = setInterval(() => {
    if (shouldStop()) isStopped = child.kill('SIGKILL');
  }, 1000);
  await once(child, 'exit');
  clearInterval(watch);
  return isStopped;
}

/** The path of a file beside this one. */
export function beside(name: string): string {
  return join(__dirname, name);
}
