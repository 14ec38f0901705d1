import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { AppModule } from './app.module.js';
import { tokenBody } from './auth/oauth/token-body.js';
import { type Environment } from './config/environment.js';
import { readableRequest } from './http/readable-request.js';
import { requestContext } from './http/request-context.js';
import { ServerAdapter } from './http/server.adapter.js';
import { createLogger, NestLogger } from './observability/logger.js';
import { requestLog } from './observability/request-log.js';

/** What browsers of other origins may read of an answer. */
const exposedHeaders = [
  'Link',
  'ETag',
  'Preference-Applied',
  'Retry-After',
  'WWW-Authenticate',
  'X-Ignored-Parameters',
  'X-Request-Id',
];

/** The whole application, as main.ts and the end-to-end tests start it. It does not listen yet. */
export async function createApplication(environment: Environment): Promise<NestExpressApplication> {
  const logger = createLogger(environment);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(environment), new ServerAdapter(), {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.set('trust proxy', environment.TRUST_PROXY);
  // Queries are read by http/query-string.ts, which is strict about encoding.
  app.set('query parser', false);
  app.disable('x-powered-by');
  app.use(requestContext(environment));
  app.use(requestLog(logger));
  if (environment.CORS_ORIGINS.length > 0) {
    app.enableCors({
      origin: environment.CORS_ORIGINS,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST'],
      exposedHeaders,
      maxAge: 600,
    });
  }
  app.use(compression({ threshold: 1024 }));
  app.use(readableRequest);
  app.use('/v2/oauth', tokenBody);
  app.enableShutdownHooks();
  return app;
}
