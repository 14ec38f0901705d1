import { existsSync } from 'node:fs';
import { withAddresses } from './addresses.js';
import { build } from './build.js';
import { main } from './main.js';
import { inForeground, node } from './run-program.js';

const PROGRAM = 'dist/cli/main.js';

/** What needs nothing that runs. */
const needNothing = ['help', '--help', '-h', '--dry-run'];

/** `npm run cli -- ARGUMENTS`: the command line of the service, over the services that `npm start` has started. */
async function cli(args: string[]): Promise<number> {
  const env =
    args.length === 0 || args.some((arg) => needNothing.includes(arg)) ? process.env : withAddresses(process.env);
  if (!existsSync(PROGRAM)) {
    await build((line) => process.stderr.write(`${line}\n`), { env });
  }
  return inForeground(node(PROGRAM, ...args), { env });
}

void main(() => cli(process.argv.slice(2)));
