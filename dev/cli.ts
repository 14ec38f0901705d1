import { existsSync } from 'node:fs';
import { withAddresses } from './addresses.js';
import { build } from './build.js';
import { readEnvFile } from './env-file.js';
import { main } from './main.js';
import { runInForeground, nodeCommand } from './run-program.js';

const PROGRAM = 'dist/cli/main.js';

/** As the image has them: else the heap of a long import grows to a multiple of what it holds. */
const nodeOptions = ['--max-semi-space-size=16', '--heap-growing-percent=80'] as const;

/** Options that need no servers. */
const standaloneOptions = ['--help', '-h', '--version', '-V'];

/** `import KIND --dry-run` only checks lines. `import undo --dry-run` reads PostgreSQL. */
function isStandalone(args: readonly string[]): boolean {
  const checksLines = args.includes('import') && !args.includes('undo') && args.includes('--dry-run');
  const isHelp = args.length === 0 || args[0] === 'help' || args.some((arg) => standaloneOptions.includes(arg));
  return isHelp || checksLines;
}

/** `npm run cli -- ARGUMENTS`: runs the compiled command line on the servers of the running `npm start`, or on those that the environment names. */
async function cli(args: string[]): Promise<number> {
  readEnvFile();
  const env = isStandalone(args) ? process.env : withAddresses(process.env);
  if (!existsSync(PROGRAM)) {
    await build((line) => process.stderr.write(`${line}\n`), { env });
  }
  return runInForeground(nodeCommand(...nodeOptions, PROGRAM, ...args), { env });
}

void main(() => cli(process.argv.slice(2)));
