import { styled } from '../src/cli/terminal.js';
import { Interrupted } from './shutdown-signals.js';
import { StartFailure } from './services/start-failure.js';

/** Runs a program and exits with its status. Prints failures without a stack, unexpected errors with one. */
export async function main(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
  } catch (error) {
    process.exitCode = error instanceof Interrupted ? error.status : 1;
    if (!(error instanceof Interrupted)) process.stderr.write(`\n${styled(process.stderr, 'red', messageOf(error))}\n`);
  }
  // An open connection to a container engine would keep the process alive.
  process.exit();
}

export function messageOf(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
