import 'reflect-metadata';
import { createApplication } from './app.setup.js';
import { readEnvironment } from './config/environment.js';
import { limitHeapGrowth } from './heap.js';
import { startFailure } from './start-failure.js';

/** Nobody has been answered yet. */
function leave(): void {
  process.exit(0);
}

async function serve(): Promise<void> {
  limitHeapGrowth(80);
  const environment = readEnvironment(process.env);
  // As the first process of a container it would not even hear of SIGTERM until it listens to it.
  process.once('SIGTERM', leave);
  const app = await createApplication(environment);
  process.off('SIGTERM', leave);
  await app.listen(environment.PORT);
}

serve().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
});
