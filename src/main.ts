import 'reflect-metadata';
import { Logger, ShutdownSignal } from '@nestjs/common';
import { createApplication } from './app.setup.js';
import { readEnvironment } from './config/environment.js';
import { serviceVersion, sourceCommit } from './config/process.js';
import { startFailure } from './observability/start-messages.js';

/** Before the service listens, there is nothing to drain. */
function exit(): void {
  process.exit(0);
}

async function serve(): Promise<void> {
  const environment = readEnvironment(process.env);
  // The first process of a container ignores SIGTERM unless it has a handler.
  process.once('SIGTERM', exit);
  const app = await createApplication(environment);
  app.enableShutdownHooks([ShutdownSignal.SIGTERM, ShutdownSignal.SIGINT], { useProcessExit: true });
  process.off('SIGTERM', exit);
  const { PORT, LISTEN_ADDRESS } = environment;
  await (LISTEN_ADDRESS === undefined ? app.listen(PORT) : app.listen(PORT, LISTEN_ADDRESS));
  new Logger('Service').log({ version: serviceVersion, commit: sourceCommit, node: process.version, msg: 'Started' });
}

serve().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
});
