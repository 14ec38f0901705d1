import 'reflect-metadata';
import { createApplication } from './app.setup.js';
import { readEnvironment } from './config/environment.js';
import { startFailure } from './start.failure.js';

async function serve(): Promise<void> {
  const environment = readEnvironment(process.env);
  const app = await createApplication(environment);
  await app.listen(environment.PORT);
}

serve().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
});
