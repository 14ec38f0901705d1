import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into the service before all else. At SIGUSR2 it collects garbage and adds a line of what is left to a file.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  // What waits for the end of the round of the event loop is let go with it.
  setImmediate(() => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    appendFileSync(process.env.SOAK_SAMPLES, `${JSON.stringify({ kept: heapUsed + external, rss, sockets })}\n`);
  });
});
