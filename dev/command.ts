import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartFailure } from './services/start-failure.js';

const execute = promisify(execFile);

/** Runs a program to its end. @returns what it wrote @throws StartFailure with what it wrote when it fails */
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

/** Whether a program is there and content with these arguments. */
export async function succeeds(...command: [string, ...string[]]): Promise<boolean> {
  return run(command).then(
    () => true,
    () => false,
  );
}

/** @throws StartFailure that names what was expected */
export function expectThat(isSo: boolean, what: string): void {
  if (!isSo) throw new StartFailure(`Not so: ${what}`);
}
