import 'reflect-metadata';
import { runProgram } from './program.js';
import { processTerminal } from './terminal.js';

/** As of any program that writes to a closed pipe: 128 and the number of SIGPIPE. */
const brokenPipe = 141;

// Whoever reads the output may stop reading (`| head`). What was to be done is not done then, and does not count as done.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(brokenPipe);
    throw error;
  });
}

void runProgram(process.argv.slice(2), process.env, processTerminal()).then((status) => {
  // A request that a hung server never answers would keep the process. The output is written first, also into a pipe.
  process.stdout.write('', () => process.exit(status));
});
