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
        const form = new URLSearchParams(body);
        const input = Readable.from([Buffer.from(form.get('input') ?? '')]);
        const { status, output, messages } = await commandLine.run(form.getAll('arg'), {}, input);
        const folder = form.get('results') ?? '';
        writeFileSync(join(folder, 'output'), output);
        writeFileSync(join(folder, 'messages'), messages);
        response.end(String(status));
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

/** A replacement of npm that only knows `npm run cli`. A script of Node would take ten times as long to start. */
function npmScript(url: string): string {
  return `#!/usr/bin/env bash
words=()
for word; do [ "$word" = --silent ] || words+=("$word"); done
if [ "\${words[*]:0:3}" != 'run cli --' ]; then
  echo "not run with the documents: npm $*" >&2
  exit 1
fi
results=$(mktemp -d)
form=(--data-urlencode "results=$results")
for word in "\${words[@]:3}"; do
  form+=(--data-urlencode "arg=$word")
  # Other commands would read the rest of the script.
  case $word in *-stdin) form+=(--data-urlencode input@-) ;; esac
done
status=$(curl --disable --silent --show-error "\${form[@]}" ${url})
cat "$results/output"
cat "$results/messages" >&2
rm -r "$results"
exit "\${status:-1}"
`;
}
