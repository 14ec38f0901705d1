import { type Logger } from 'pino';
import { type CommandLine } from './command-line.js';
import { createDatabase, type TestDatabase } from './database.js';
import { stopBefore, stopDependents } from './dependents.js';
import { type Answer, type Contents, Directory } from './directory.js';

type Environment = NodeJS.ProcessEnv;

/** What the directory of a suite is started with and filled with. */
export interface DirectorySetup<Name extends string> extends Contents {
  /** Variables of the service's environment. */
  env?: Environment | ((database: TestDatabase) => Environment | Promise<Environment>);
  /** Shares the database and index of this one: another process of the service. */
  over?: Directory | CommandLine;
  /** Empties and fills this running directory, which the suites of a file share, instead of starting one. */
  reuse?: Directory;
  logger?: Logger;
  /** Runs after the contents are stored. */
  fill?: (directory: Directory) => Promise<unknown>;
  /** Tokens that the suite uses: `application`, `trusted`, or the id of a user. */
  tokens?: readonly Name[];
}

/**
 * Starts and fills a directory before the tests of the `describe` that calls this, and stops it after them. A directory
 * that is reused is emptied first, and goes on running.
 *
 * @returns objects that are ready once the tests run
 */
export function useDirectory<Name extends string = never>(setup: DirectorySetup<Name> = {}) {
  // An object of its own, so that what depends on it stops with the suite.
  const directory = setup.reuse ? (Object.create(setup.reuse) as Directory) : new Directory();
  const tokens = {} as Record<Name, string>;
  let application: Promise<string> | undefined;
  const { env = {}, over, reuse, logger, fill, tokens: names = [], ...contents } = setup;

  beforeAll(async () => {
    if (reuse) await reuse.empty();
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
      if (!reuse) await directory.stop();
    });
  }

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
