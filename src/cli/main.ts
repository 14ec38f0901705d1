import 'reflect-metadata';
import { runProgram } from './program.js';
import { processTerminal } from './terminal.js';

// Whoever reads the output may stop reading (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

void runProgram(process.argv.slice(2), process.env, processTerminal()).then((status) => {
  // A request that a hung server never answers would keep the process. The output is written first, also into a pipe.
  process.stdout.write('', () => process.exit(status));
});
