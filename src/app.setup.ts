import { ShutdownSignal } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { CachedResponseFastPath } from './response-cache/cached-response-fast-path.js';
import { compression } from './http/pipeline/compression.js';
import { AppModule } from './app.module.js';
import { pageRequest } from './oauth/authorize/page-request.js';
import { tokenBody } from './oauth/token-endpoint/token-body.js';
import { type Environment } from './config/environment.js';
import { crossOrigin } from './http/pipeline/cors.js';
import { LoadShedder } from './http/pipeline/load-shedder.js';
import { Drain } from './http/server/drain.js';
import { validateRequest } from './http/pipeline/validate-request.js';
import { requestContext } from './http/pipeline/request-context.js';
import { pathOf } from './http/request/request-target.js';
import { setSecurityHeaders } from './http/pipeline/security-headers.js';
import { ServerAdapter } from './http/server/server-adapter.js';
import { AdminServer } from './observability/admin-server.js';
import { createLogger, NestLogger } from './observability/logs/logger.js';
import { requestLog } from './observability/logs/request-log.js';
import { RequestMetrics } from './observability/metrics/request-metrics.js';
import { isForOperators } from './observability/operator-routes.js';

/** Probes are answered in any crowd; how clients and persons are told of one at the OAuth endpoints is known only there. */
function isOpenToAll(target: string): boolean {
  const path = pathOf(target);
  return isForOperators(path) || /^\/v2\/oauth(\/|$)/i.test(path);
}

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
  adapter.standBefore((application) => app.get(LoadShedder).before(application, isOpenToAll));
  adapter.standBefore((application) => app.get(CachedResponseFastPath).before(application, logger));
  app.set('trust proxy', environment.TRUST_PROXY);
  // Queries are read by http/request/query-string.ts, which is strict about encoding.
  app.set('query parser', false);
  app.disable('x-powered-by');
  app.use(app.get(Drain).follow);
  app.use(setSecurityHeaders);
  app.use(requestContext(environment));
  app.use(requestLog(logger));
  app.use(app.get(RequestMetrics).measure);
  app.use(app.get(AdminServer).separate);
  if (environment.CORS_ORIGINS.length > 0) app.enableCors(crossOrigin(environment.CORS_ORIGINS));
  app.use(compression);
  app.use(validateRequest);
  app.use(/^\/v2\/oauth(?!\/authorize)/i, tokenBody);
  app.use('/v2/oauth/authorize', pageRequest);
  app.use('/v2/oauth', app.get(LoadShedder).admit);
  app.enableShutdownHooks([ShutdownSignal.SIGTERM, ShutdownSignal.SIGINT], { useProcessExit: true });
  return app;
}
