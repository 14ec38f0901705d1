import { ShutdownSignal } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { AnswerDoor } from './answers/answer.door.js';
import { AppModule } from './app.module.js';
import { pageRequest } from './auth/authorize/page-request.js';
import { tokenBody } from './auth/oauth/token-body.js';
import { type Environment } from './config/environment.js';
import { Doorway } from './http/doorway.js';
import { Drain } from './http/drain.js';
import { readableRequest } from './http/readable-request.js';
import { requestContext } from './http/request-context.js';
import { ServerAdapter } from './http/server.adapter.js';
import { AdminServer } from './observability/admin.server.js';
import { createLogger, NestLogger } from './observability/logs/logger.js';
import { requestLog } from './observability/logs/request-log.js';
import { RequestMetrics } from './observability/metrics/request.metrics.js';
import { isForOperators } from './observability/operator-routes.js';

const isOAuth = /^\/v2\/oauth(\/|$)/i;

/** What browsers of other origins may read of an answer. */
const exposedHeaders = [
  'Link',
  'ETag',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Ignored-Parameters',
  'X-Request-Id',
];

/**
 * The whole application, as main.ts and the end-to-end tests start it. It does not listen yet.
 *
 * @param logger given by tests that read what is logged
 */
export async function createApplication(
  environment: Environment,
  logger = createLogger(environment),
): Promise<NestExpressApplication> {
  const adapter = new ServerAdapter(environment.PUBLIC_URL);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(environment), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  adapter.standBefore((application) => app.get(AnswerDoor).before(application, logger));
  app.set('trust proxy', environment.TRUST_PROXY);
  // Queries are read by http/query-string.ts, which is strict about encoding.
  app.set('query parser', false);
  app.disable('x-powered-by');
  app.use(app.get(Drain).follow);
  // Answers are data, which may load and run nothing; the pages say for themselves what they need.
  app.use(
    helmet({
      // Apps open the sign-in page in a window of their own, and wait for what it comes back with.
      crossOriginOpenerPolicy: false,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
    }),
  );
  app.use(requestContext(environment));
  app.use(requestLog(logger));
  app.use(app.get(RequestMetrics).measure);
  app.use(app.get(AdminServer).separate);
  if (environment.CORS_ORIGINS.length > 0) {
    app.enableCors({
      origin: environment.CORS_ORIGINS,
      credentials: true,
      methods: ['GET', 'HEAD', 'POST'],
      exposedHeaders,
      maxAge: 600,
    });
  }
  const { admit } = app.get(Doorway);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (isForOperators(request.path) || isOAuth.test(request.path)) next();
    else admit(request, response, next);
  });
  app.use(compression({ threshold: 1024 }));
  app.use(readableRequest);
  app.use(/^\/v2\/oauth(?!\/authorize)/i, tokenBody);
  app.use('/v2/oauth/authorize', pageRequest);
  // Only now it is known how clients and persons are told of a failure.
  app.use('/v2/oauth', admit);
  app.enableShutdownHooks([ShutdownSignal.SIGTERM, ShutdownSignal.SIGINT], { useProcessExit: true });
  return app;
}
