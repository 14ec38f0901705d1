import { type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Express } from 'express';
import { type Logger } from 'pino';
import { AccessGuard } from './auth/access.guard.js';
import { type Environment } from './config/environment.js';
import { cors, setSecurityHeaders } from './http/browser-headers.js';
import { compression } from './http/compression.js';
import { Drain } from './http/drain.js';
import { LoadShedder } from './http/load-shedder.js';
import { ProblemFilter } from './http/problem.filter.js';
import { requestContext, type TrustsProxy, validateRequest } from './http/request-context.js';
import { isForOperators, oauthEndpoints, oauthPaths, signInPages } from './http/request-target.js';
import { ResponseInterceptor } from './http/response.js';
import { type ServerAdapter } from './http/server-adapter.js';
import { pageMiddleware } from './oauth/authorize/page-middleware.js';
import { oauthMiddleware } from './oauth/token-endpoint/oauth-middleware.js';
import { AdminServer } from './observability/admin-server.js';
import { RequestMetrics } from './observability/metrics.js';
import { FailedRequests, requestLog } from './observability/request-log.js';
import { CacheInterceptor, CachedResponseFastPath } from './response-cache/cache-stages.js';

/**
 * Installs the stages of a request before and in Express, in the order in which the request passes them. Before all of them,
 * Node's server limits connections, the size of headers and the time of slow clients (`http/limited-server.ts`).
 */
export function installPipeline(
  app: NestExpressApplication,
  adapter: ServerAdapter,
  environment: Environment,
  logger: Logger,
): void {
  const trustsProxy = adapter.getInstance<Express>().get('trust proxy fn') as TrustsProxy;
  const { OAUTH_ENDPOINTS: hasOAuth } = environment;
  const guard = app.get(AccessGuard);
  const loadShedder = app.get(LoadShedder);

  // On Node's request and response: docs/adr/0080-request-pipeline.md says why.
  adapter.runBeforeExpress([
    // Counts the request as in flight. During a shutdown, closes its connection after the response.
    app.get(Drain).track,
    // Gives the request its id, base address, parsed query and format: `request.context`.
    requestContext(environment, trustsProxy),
    // Logs one line when the response is closed, whether it was sent or not. Requests that the load shedder rejects here are not
    // logged. Failed unauthenticated ones are sampled.
    requestLog(logger, app.get(FailedRequests)),
    // Measures the duration by route, method and status.
    app.get(RequestMetrics).measure,
    // With `ADMIN_PORT`: 404 for health and metrics on the main port, and for everything else on the admin port. Without it,
    // metrics: only for programs on this machine, and for nobody in production or with `TRUST_PROXY`.
    app.get(AdminServer).separatePorts,
    // Sends a cached response if the token is cached and may read it. Leaves tokens with a quota and public routes to Nest.
    app.get(CachedResponseFastPath).serve,
    setSecurityHeaders,
    // Lets browsers of `CORS_ORIGINS` read responses, and responds to preflights.
    cors(environment),
    // Sends 503 if too many requests are in flight (`MAX_IN_FLIGHT`), and 429 if those of its client fill the service. Exempt:
    // health, metrics, and OAuth, which has a stage below.
    loadShedder.shedExcept(
      (path) => isForOperators(path) || (hasOAuth && oauthPaths.test(path)),
      (request) => guard.clientOf(request),
    ),
  ]);

  // Compresses the response as `Accept-Encoding` asks.
  app.use(compression);
  // Rejects a URL that is too long, a path that is not UTF-8, too many parameters, and a missing or invalid `Host`.
  app.use(validateRequest);
  if (!hasOAuth) return;
  // Reads the body as text; failures become OAuth errors in JSON.
  app.use(oauthEndpoints, oauthMiddleware);
  // Reads the form; failures become HTML pages.
  app.use(signInPages, pageMiddleware);
  // 503 if too many requests are in flight. Their client is not known yet. The format of failures is.
  app.use(oauthPaths, loadShedder.shedInExpress);
}

/** The stages in Nest, for AppModule, in the order in which a request passes them. */
export const nestStages: Provider[] = [
  // Finds the access token, spends quota, and compares the kind of token with the `@Access(...)` of the route.
  { provide: APP_GUARD, useExisting: AccessGuard },
  // Sends the cached response of a route that is `@Cached(...)`, and caches its response if there is none.
  { provide: APP_INTERCEPTOR, useExisting: CacheInterceptor },
  // Sends 406 if no format is acceptable. Reads the parameters by the `@Parameters(...)` of the route, and reports all faults at
  // once. Writes the result in the format of the request.
  { provide: APP_INTERCEPTOR, useExisting: ResponseInterceptor },
  // Turns what Express, Nest and controllers throw into a problem document. OAuth endpoints have filters of their own.
  { provide: APP_FILTER, useExisting: ProblemFilter },
];
