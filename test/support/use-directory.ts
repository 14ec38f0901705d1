import { type Logger } from 'pino';
import { type Answer, type Contents, Directory } from './directory.js';
import { type TestDatabase } from './database.js';

/** What the directory of a suite is started with and filled with. */
interface DirectorySetup<Name extends string> extends Contents {
  /** Variables of the service's environment. */
  env?: NodeJS.ProcessEnv | (() => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>);
  /** Another process over the same database and index. */
  replicaOf?: Directory;
  /** A database that the suite itself creates and drops. */
  database?: () => TestDatabase;
  logger?: Logger;
  /** Runs after the contents are stored. */
  fill?: (directory: Directory) => Promise<unknown>;
  /** Tokens that the suite uses: `application`, `trusted`, or that of the user with this id. */
  tokens?: readonly Name[];
}

/** Stops the replicas of a directory before it drops their database: `afterAll` runs in the order of definition. */
const replicas = new WeakMap<Directory, Directory[]>();

/**
 * Starts and fills a directory before the tests of the `describe` that calls this, and stops it after them.
 *
 * @returns objects that are filled once the tests run
 */
export function useDirectory<Name extends string = never>(setup: DirectorySetup<Name> = {}) {
  const directory = new Directory();
  const tokens = {} as Record<Name, string>;
  let application: Promise<string> | undefined;
  const { env = {}, replicaOf, database, logger, fill, tokens: names = [], ...contents } = setup;
  if (replicaOf) replicas.set(replicaOf, [...(replicas.get(replicaOf) ?? []), directory]);

  beforeAll(async () => {
    const variables = typeof env === 'function' ? await env() : env;
    await directory.start(variables, replicaOf?.database ?? database?.(), logger);
    await directory.add(contents);
    await fill?.(directory);
    for (const name of names) {
      const kind: string = name;
      tokens[name] = await directory.token(kind === 'application' || kind === 'trusted' ? kind : { user: kind });
    }
  }, 300_000);

  afterAll(async () => {
    if (replicaOf) return;
    for (const replica of replicas.get(directory) ?? []) await replica.stop({ keepDatabase: true });
    await directory.stop({ keepDatabase: database !== undefined });
  });

  /** Reads a path with an application token. */
  async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    application ??= directory.token();
    return directory.get(path, await application, headers);
  }

  /** Searches places. @returns their identifiers, in order @throws Error with the text of any other status than 200 */
  async function ids(query: Record<string, string> | string): Promise<string[]> {
    const { status, text, body } = await get(`/v2/places?${new URLSearchParams(query).toString()}`);
    if (status !== 200) throw new Error(text);
    return body.results.places.map(({ id }: { id: string }) => id);
  }

  return { directory, tokens, get, ids };
}
