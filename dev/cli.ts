import { existsSync } from 'node:fs';
import { withAddresses } from './addresses.js';
import { build } from './build.js';
import { readEnvFile } from './env-file.js';
import { main } from './main.js';
import { runInForeground, nodeCommand } from './run-program.js';
import { heapOptions } from './service.js';

const PROGRAM = 'dist/cli/main.js';

/** Options that need no servers. */
const standaloneOptions = ['--help', '-h', '--version', '-V'];

/** `import KIND --dry-run` only checks lines. */
function isStandalone(args: readonly string[]): boolean {
  const checksLines = args.includes('import') && args.includes('--dry-run');
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
  return runInForeground(nodeCommand(...heapOptions, PROGRAM, ...args), { env });
}

void main(() => cli(process.argv.slice(2)));
