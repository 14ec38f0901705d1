import 'reflect-metadata';
import { createApplication } from './app.setup.js';
import { EnvironmentError, readEnvironment } from './config/environment.js';

async function serve(): Promise<void> {
  const environment = readEnvironment(process.env);
  const app = await createApplication(environment);
  await app.listen(environment.PORT);
}

serve().catch((error: unknown) => {
  const reason =
    error instanceof EnvironmentError ? error.message : String(error instanceof Error ? error.stack : error);
  process.stderr.write(`${reason}\n`);
  process.exit(1);
});
