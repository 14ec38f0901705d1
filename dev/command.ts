import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartFailure } from './services/start-failure.js';

const execute = promisify(execFile);

/** Runs a program. @returns its output @throws StartFailure with its output if it fails */
export async function run([command, ...args]: readonly [string, ...string[]], env = process.env): Promise<string> {
  try {
    const { stdout, stderr } = await execute(command, args, { env, maxBuffer: 100_000_000 });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new StartFailure(
      `${[command, ...args].join(' ')} failed:\n${stdout}${stderr}${stdout + stderr ? '' : String(error)}`,
    );
  }
}

/** Whether a program exists and exits with 0. */
export async function succeeds(...command: [string, ...string[]]): Promise<boolean> {
  return run(command).then(
    () => true,
    () => false,
  );
}

export function expectThat(condition: boolean, what: string): void {
  if (!condition) throw new StartFailure(`Expected: ${what}`);
}
