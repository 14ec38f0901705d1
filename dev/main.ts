import { Interrupted } from './shutdown-signals.js';
import { StartFailure } from './services/start-failure.js';

/** Runs a program of ours to its exit status; what went wrong is shown as the person at the terminal needs it. */
export async function main(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program();
  } catch (error) {
    process.exitCode = error instanceof Interrupted ? error.status : 1;
    if (!(error instanceof Interrupted)) process.stderr.write(`\n${wording(error)}\n`);
  }
  // A connection to a container engine may still be open.
  process.exit();
}

function wording(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
