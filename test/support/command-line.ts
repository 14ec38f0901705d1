import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { runProgram } from '../../src/cli/program.js';
import { Terminal } from '../../src/cli/terminal.js';
import { createDatabase, type TestDatabase } from './database.js';
import { elasticsearch } from './elasticsearch.js';
import { reportIn } from './import-report.js';

/** The result of a command. */
export interface Result {
  status: number;
  /** Standard output, and standard error. */
  output: string;
  messages: string;
  /** The report of an import in words. */
  report: string;
}

/** Runs commands on a new database, a new index and a temporary folder. */
export class CommandLine {
  database!: TestDatabase;
  folder!: string;

  static async start(): Promise<CommandLine> {
    return new CommandLine().start();
  }

  async start(): Promise<this> {
    this.database = await createDatabase();
    this.folder = await mkdtemp(join(tmpdir(), 'command-line-'));
    return this;
  }

  /** Runs a command in this process. `variables` override its environment. */
  async run(args: readonly string[], variables?: NodeJS.ProcessEnv, input?: Readable): Promise<Result> {
    return runCommand(this.database, args, variables, input);
  }

  /** Writes lines to a file and imports it. Lines that are not strings are written as JSON. */
  async import(kind: string, lines: readonly unknown[], name = `${kind}.ndjson`): Promise<Result> {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    return this.run(['import', kind, await this.write(name, text)]);
  }

  /** @returns the path of the file */
  async write(name: string, content: string | Buffer): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  /** The text of a file; undefined if it does not exist. */
  async read(name: string): Promise<string | undefined> {
    return readFile(join(this.folder, name), 'utf8').catch(() => undefined);
  }

  /** The rows of a query. */
  query<Row>(statement: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.database.source.query(statement, parameters);
  }

  /** Removes the index, the database and the folder. */
  async stop(): Promise<void> {
    const indices = await this.query<{ name: string }>('SELECT name FROM place_indices');
    for (const { name } of indices) await elasticsearch(name, 'DELETE');
    await this.database.drop();
    await rm(this.folder, { recursive: true });
  }
}

/** Runs a command in this process, on a database and the index of its name. */
export async function runCommand(
  database: TestDatabase,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
  input: Readable = Readable.from([]),
): Promise<Result> {
  const [output, messages] = [new Collected(), new Collected()];
  const terminal = new Terminal(input, output, messages);
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL,
    ELASTICSEARCH_INDEX: database.name,
    SEARCH_LANGUAGES: 'en,pt',
    ...variables,
  };
  const status = await runProgram(args, environment, terminal);
  return { status, output: output.text, messages: messages.text, report: reportIn(output.text) };
}

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer | string, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
