import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { delimiter, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished, type Finished } from '../../dev/run-program.js';
import { listen } from '../../dev/services/free-port.js';
import { type CommandLine } from '../support/command-line.js';

/** Runs the programs of the documents in the folder of a command line, with its data. */
export class Shell {
  private constructor(
    private readonly commandLine: CommandLine,
    private readonly server: Server,
  ) {}

  /** Runs `npm run cli -- …` in this process, which is faster than a new process for each command. */
  static async start(commandLine: CommandLine): Promise<Shell> {
    const server = createServer((request, response) => {
      void text(request).then(async (body) => {
        const { args, input } = JSON.parse(body) as { args: string[]; input: string };
        const { status, output, messages } = await commandLine.run(args, {}, Readable.from([Buffer.from(input)]));
        response.end(JSON.stringify({ status, output, messages }));
      });
    });
    const url = await listen(server);
    const npm = join(commandLine.folder, 'npm');
    writeFileSync(npm, npmScript(url));
    chmodSync(npm, 0o755);
    return new Shell(commandLine, server);
  }

  /** @param script given as standard input */
  async run(program: string, args: readonly string[], script: string): Promise<Finished> {
    const { folder } = this.commandLine;
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` },
    });
    child.stdin.end(script);
    return finished(child);
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A replacement of npm that only knows `npm run cli`. */
function npmScript(url: string): string {
  return `#!${process.execPath}
const args = process.argv.slice(2).filter((word) => word !== '--silent');
if (args.slice(0, 3).join(' ') !== 'run cli --') throw new Error('not run with the documents: npm ' + args.join(' '));
// Other commands would read the rest of the script.
const input = args.some((word) => word.endsWith('-stdin')) ? require('node:fs').readFileSync(0, 'utf8') : '';
const body = JSON.stringify({ args: args.slice(3), input });
fetch('${url}', { method: 'POST', body }).then((response) => response.json()).then((result) => {
  process.stdout.write(result.output);
  process.stderr.write(result.messages);
  process.exitCode = result.status;
});
`;
}
