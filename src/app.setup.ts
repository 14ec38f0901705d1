import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { type Environment } from './config/environment.js';
import { type ConnectionLimits, connectionLimits } from './http/limited-server.js';
import { ServerAdapter } from './http/server-adapter.js';
import { createLogger, NestLogger } from './observability/logger.js';
import { installPipeline } from './pipeline.js';

/**
 * Creates the application for main.ts and the end-to-end tests. It does not listen yet.
 *
 * @param logger replaced by tests that read the log
 */
export async function createApplication(
  environment: Environment,
  logger = createLogger(environment),
): Promise<NestExpressApplication> {
  const limits = connectionLimits(environment);
  const adapter = new ServerAdapter(environment.PUBLIC_URL, environment.BASE_PATH, limits);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(environment), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.set('trust proxy', environment.TRUST_PROXY);
  // http/request-target.ts parses queries: it rejects broken encoding, which Express accepts.
  app.set('query parser', false);
  app.disable('x-powered-by');
  logLimits(limits);
  installPipeline(app, adapter, environment, logger);
  return app;
}

/** Below this, usual traffic of several clients may have to wait. */
const fewConnections = 256;

function logLimits({ openFiles, ...limits }: ConnectionLimits): void {
  const log = new Logger('Server');
  if (openFiles === Infinity) return;
  log.log({ openFiles, ...limits, msg: 'Limits connections by the open files of the process (ulimit -n)' });
  if (limits.maxConnections < fewConnections)
    log.warn(`The process may open only ${openFiles} files: raise the limit (ulimit -n), for example to 65536`);
}
