import { type Logger } from 'pino';
import { afterFile } from './after-file.js';
import { type CommandLine } from './command-line.js';
import { createDatabase, type TestDatabase } from './database.js';
import { stopBefore, stopDependents } from './dependents.js';
import { type Answer, type Contents, Directory } from './directory.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

type Environment = NodeJS.ProcessEnv;

/** What the directory of a suite is started with and filled with. */
export interface DirectorySetup<Name extends string> extends Contents {
  /** Variables of the service's environment. */
  env?: Environment | ((database: TestDatabase) => Environment | Promise<Environment>);
  /** Shares the database and index of this one: another process of the service. */
  over?: Directory | CommandLine;
  /** Starts an application of its own: the suite tests its start, or what it counts or remembers. */
  fresh?: boolean;
  logger?: Logger;
  /** Runs after the contents are stored. */
  fill?: (directory: Directory) => Promise<unknown>;
  /** Tokens that the suite uses: `application`, `trusted`, or the id of a user. */
  tokens?: readonly Name[];
}

/** A running directory that suites with equal settings share. */
interface Shared {
  readonly directory: Directory;
  started?: Promise<unknown>;
  /** Suites of the file that have not ended. */
  users: number;
  /** Whether it has the contents of a suite that has not ended. */
  isInUse: boolean;
}

const sharedBySettings = new Map<string, Shared>();

/** @returns undefined if the suite needs a directory of its own */
function sharedDirectory({ env = {}, over, logger, fresh }: DirectorySetup<string>): Shared | undefined {
  if (over || logger || fresh || typeof env === 'function') return undefined;
  const settings = JSON.stringify(Object.entries(env).sort());
  const shared = sharedBySettings.get(settings) ?? { directory: new Directory(), users: 0, isInUse: false };
  sharedBySettings.set(settings, shared);
  shared.users += 1;
  return shared;
}

async function startShared(shared: Shared, env: Environment): Promise<void> {
  if (shared.isInUse)
    throw new Error('A suite within it, or beside it, has the same settings: one of them needs `fresh`');
  shared.isInUse = true;
  if (!shared.started) {
    shared.started = shared.directory.start(env);
    // Suites that `--testNamePattern` skips never end.
    afterFile(() => stopShared(shared));
  }
  await shared.started;
  await shared.directory.empty();
}

async function leaveShared(shared: Shared): Promise<void> {
  shared.isInUse = false;
  shared.users -= 1;
  if (shared.users === 0) await stopShared(shared);
}

async function stopShared(shared: Shared): Promise<void> {
  const { started } = shared;
  delete shared.started;
  await started;
  if (started) await shared.directory.stop();
}

/**
 * Starts and fills a directory before the tests of the `describe` that calls this, and stops it after them. Suites of a test file
 * with equal settings share one, which is emptied between them.
 *
 * @returns objects that are ready once the tests run
 */
export function useDirectory<Name extends string = never>(setup: DirectorySetup<Name> = {}) {
  const { env = {}, over, fresh: _, logger, fill, tokens: names = [], ...contents } = setup;
  const shared = sharedDirectory(setup);
  // An object of its own, so that what depends on it stops with the suite.
  const directory = shared ? (Object.create(shared.directory) as Directory) : new Directory();
  const tokens = {} as Record<Name, string>;
  let application: Promise<string> | undefined;

  beforeAll(async () => {
    if (shared) await startShared(shared, env as Environment);
    else {
      const database = over?.database ?? (await createDatabase());
      await directory.start(typeof env === 'function' ? await env(database) : env, database, logger);
    }
    await directory.add(contents);
    await fill?.(directory);
    for (const name of names) {
      const kind: string = name;
      tokens[name] = await directory.token(kind === 'application' || kind === 'trusted' ? kind : { user: kind });
    }
  }, 300_000);

  if (over) stopBefore(over, () => directory.stop({ keepDatabase: true }));
  else {
    afterAll(async () => {
      await stopDependents(directory);
      if (shared) await leaveShared(shared);
      else await directory.stop();
    });
  }

  /** Reads a path with an application token. */
  async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    application ??= directory.token();
    return directory.get(path, await application, headers);
  }

  /** Searches places. @returns their identifiers, in order, and what is with them @throws Error with the text of any other status than 200 */
  async function search(query: Record<string, string> | string) {
    const { status, text, body } = await get(`/v2/places?${new URLSearchParams(query).toString()}`);
    if (status !== 200) throw new Error(text);
    const { header, facets, places } = body.results;
    return { header, facets, ids: places.map(({ id }: { id: string }) => id) as string[] };
  }

  const ids = async (query: Record<string, string> | string) => (await search(query)).ids;

  return { directory, tokens, get, search, ids };
}

type ProxiedSetup<Name extends string> = Omit<DirectorySetup<Name>, 'env' | 'over'> & { env?: Environment };

/** The same, with a proxy before Elasticsearch. @returns also the proxy, which is ready once the tests run */
export function useProxiedDirectory<Name extends string = never>({ env, ...setup }: ProxiedSetup<Name>) {
  const proxy = {} as TcpProxy;
  const used = useDirectory<Name>({
    ...setup,
    env: async () => {
      Object.assign(proxy, await startTcpProxy(process.env.ELASTICSEARCH_URL ?? ''));
      return { ...env, ELASTICSEARCH_URL: proxy.url };
    },
  });
  afterAll(() => {
    proxy.disconnect();
  });
  return { ...used, proxy };
}
