import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from './build.js';
import { main } from './main.js';
import { inForeground, node } from './program.js';
import { livingInstance } from './services/instance.js';
import { StartFailure } from './services/start-failure.js';

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

function withAddresses(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (env.DATABASE_URL && env.ELASTICSEARCH_URL) return env;
  const dataDir = resolve(env.DATA_DIR ?? '.data');
  const { databaseUrl, elasticsearchUrl } = livingInstance(dataDir) ?? {};
  if (!databaseUrl || !elasticsearchUrl) {
    throw new StartFailure(
      `Nothing runs with the data folder ${dataDir}. Start it with npm start in another terminal, ` +
        'or set DATABASE_URL and ELASTICSEARCH_URL.',
    );
  }
  return { DATABASE_URL: databaseUrl, ELASTICSEARCH_URL: elasticsearchUrl, ...env };
}

void main(() => cli(process.argv.slice(2)));
