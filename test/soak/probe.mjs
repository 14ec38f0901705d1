import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded into the service. On SIGUSR2 it collects garbage and appends a sample to a file.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  // Releases what this turn of the event loop still references.
  setImmediate(() => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
    appendFileSync(process.env.SOAK_SAMPLES, `${JSON.stringify({ heap: heapUsed + external, rss, sockets })}\n`);
  });
});
