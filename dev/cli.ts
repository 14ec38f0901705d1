import { existsSync } from 'node:fs';
import { withAddresses } from './addresses.js';
import { build } from './build.js';
import { main } from './main.js';
import { runInForeground, nodeCommand } from './run-program.js';

const PROGRAM = 'dist/cli/main.js';

/** Arguments of commands that need no servers. */
const standaloneArguments = ['help', '--help', '-h', '--version', '-V', '--dry-run'];

/** `npm run cli -- ARGUMENTS`: runs the compiled command line on the servers of the running `npm start`, or on those that the environment names. */
async function cli(args: string[]): Promise<number> {
  const env =
    args.length === 0 || args.some((arg) => standaloneArguments.includes(arg))
      ? process.env
      : withAddresses(process.env);
  if (!existsSync(PROGRAM)) {
    await build((line) => process.stderr.write(`${line}\n`), { env });
  }
  return runInForeground(nodeCommand(PROGRAM, ...args), { env });
}

void main(() => cli(process.argv.slice(2)));
