import './compile-cache.js';
import 'reflect-metadata';
import { runProgram } from './program.js';
import { Terminal } from './terminal.js';

/** 128 and the number of SIGPIPE, as other programs exit when they write to a closed pipe. */
const brokenPipeStatus = 141;

// The reader of the output may stop reading (`| head`). The command is then incomplete and must not exit with 0.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(brokenPipeStatus);
    throw error;
  });
}

const terminal = new Terminal(process.stdin, process.stdout, process.stderr);
void runProgram(process.argv.slice(2), process.env, terminal).then((status) => {
  // A pending request to a hung server would keep the process alive. The callback runs once the output is flushed.
  process.stdout.write('', () => process.exit(status));
});
