import { type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Express, type RequestHandler } from 'express';
import { type Logger } from 'pino';
import { AccessGuard } from './auth/access.guard.js';
import { type Environment } from './config/environment.js';
import { type TrustsProxy, type NodeMiddleware, requestContext, validateRequest } from './http/request-context.js';
import { compression } from './http/compression.js';
import { cors, setSecurityHeaders } from './http/browser-headers.js';
import { LoadShedder } from './http/load-shedder.js';
import { ResponseInterceptor } from './http/response.js';
import { ProblemFilter } from './http/problem.filter.js';
import { Drain } from './http/drain.js';
import { type ServerAdapter } from './http/server-adapter.js';
import { pageMiddleware } from './oauth/authorize/page-middleware.js';
import { oauthMiddleware } from './oauth/token-endpoint/oauth-middleware.js';
import { AdminServer } from './observability/admin-server.js';
import { FailedRequests, requestLog } from './observability/request-log.js';
import { RequestMetrics } from './observability/metrics.js';
import { isForOperators, oauthEndpoints, oauthPaths, signInPages } from './http/request-target.js';
import { CacheInterceptor, CachedResponseFastPath } from './response-cache/cache-stages.js';

/** What stages are created from. */
interface Services {
  app: NestExpressApplication;
  environment: Environment;
  logger: Logger;
  trustsProxy: TrustsProxy;
}

/** A stage of the request pipeline. */
type PipelineStage = {
  name: string;
  /** Below src/. */
  file: string;
} & (
  | { in: 'server' }
  | { in: 'node'; create: (services: Services) => NodeMiddleware }
  /** `paths` are some of OAuth, which `OAUTH_ENDPOINTS=false` switches off. */
  | { in: 'express'; paths?: RegExp; create: (services: Services) => RequestHandler }
  | { in: 'nest'; provider: Provider }
);

/**
 * All stages of a request, in the order in which the request passes them. This is the list that is installed: `server` and
 * `node` stages run before Express on Node's request and response, `express` stages are Express middleware, and `nest`
 * stages are bound by AppModule. docs/adr/0080-request-pipeline.md says why stages run before Express.
 */
export const stages: readonly PipelineStage[] = [
  // Limits connections, the size of headers and the time of slow clients. Nest makes this server (`initHttpServer` in
  // `http/server-adapter.ts`), which also answers bytes that are no HTTP request.
  {
    in: 'server',
    name: 'Server limits',
    file: 'http/limited-server.ts',
  },
  // Counts the request as in flight. During a shutdown, closes its connection after the response.
  {
    in: 'node',
    name: 'Drain',
    file: 'http/drain.ts',
    create: ({ app }) => app.get(Drain).track,
  },
  // Gives the request its id, base address, parsed query and format: `request.context`.
  {
    in: 'node',
    name: 'Request context',
    file: 'http/request-context.ts',
    create: ({ environment, trustsProxy }) => requestContext(environment, trustsProxy),
  },
  // Logs one line when the response is closed, whether it was sent or not. Requests that the load shedder rejects before Express
  // are not logged. Failed unauthenticated ones are sampled.
  {
    in: 'node',
    name: 'Request log',
    file: 'observability/request-log.ts',
    create: ({ app, logger }) => requestLog(logger, app.get(FailedRequests)),
  },
  // Measures the duration by route, method and status.
  {
    in: 'node',
    name: 'Request metrics',
    file: 'observability/metrics.ts',
    create: ({ app }) => app.get(RequestMetrics).measure,
  },
  // With `ADMIN_PORT`: 404 for health and metrics on the main port, and for everything else on the admin port.
  // Without it, metrics: only for programs on this machine, and for nobody in production or with `TRUST_PROXY`.
  {
    in: 'node',
    name: 'Admin port',
    file: 'observability/admin-server.ts',
    create: ({ app }) => app.get(AdminServer).separatePorts,
  },
  // Sends a cached response if the token is cached and may read it. Leaves tokens with a quota and public routes to Nest.
  {
    in: 'node',
    name: 'Cached responses',
    file: 'response-cache/cache-stages.ts',
    create: ({ app }) => app.get(CachedResponseFastPath).serve,
  },
  // Sets security headers (helmet).
  {
    in: 'node',
    name: 'Security headers',
    file: 'http/browser-headers.ts',
    create: () => setSecurityHeaders,
  },
  // Lets browsers of `CORS_ORIGINS` read responses, and responds to preflights.
  {
    in: 'node',
    name: 'CORS',
    file: 'http/browser-headers.ts',
    create: ({ environment }) => cors(environment),
  },
  // Sends 503 if too many requests are in flight (`MAX_IN_FLIGHT`), and 429 if those of its client fill the service.
  // Exempt: health, metrics, and OAuth, which has a stage below.
  {
    in: 'node',
    name: 'Load shedder',
    file: 'http/load-shedder.ts',
    create: ({ app, environment }) => {
      const guard = app.get(AccessGuard);
      return app.get(LoadShedder).shedExcept(
        (path) => isForOperators(path) || (environment.OAUTH_ENDPOINTS && oauthPaths.test(path)),
        (request) => guard.clientOf(request),
      );
    },
  },
  // Compresses the response as `Accept-Encoding` asks.
  {
    in: 'express',
    name: 'Compression',
    file: 'http/compression.ts',
    create: () => compression,
  },
  // Rejects a URL that is too long, a path that is not UTF-8, too many parameters, and a missing or invalid `Host`.
  {
    in: 'express',
    name: 'URL and host',
    file: 'http/request-context.ts',
    create: () => validateRequest,
  },
  // OAuth endpoints: reads the body as text; failures become OAuth errors in JSON.
  {
    in: 'express',
    paths: oauthEndpoints,
    name: 'OAuth endpoints',
    file: 'oauth/token-endpoint/oauth-middleware.ts',
    create: () => oauthMiddleware,
  },
  // Sign-in and account pages: reads the form; failures become HTML pages.
  {
    in: 'express',
    paths: signInPages,
    name: 'Sign-in pages',
    file: 'oauth/authorize/page-middleware.ts',
    create: () => pageMiddleware,
  },
  // OAuth: 503 if too many requests are in flight. Their client is not known yet. The format of failures is.
  {
    in: 'express',
    paths: oauthPaths,
    name: 'Load shedder of OAuth',
    file: 'http/load-shedder.ts',
    create: ({ app }) => app.get(LoadShedder).shedInExpress,
  },
  // Finds the access token, spends quota, and compares the kind of token with the `@Access(...)` of the route.
  {
    in: 'nest',
    name: 'Access guard',
    file: 'auth/access.guard.ts',
    provider: { provide: APP_GUARD, useExisting: AccessGuard },
  },
  // Sends the cached response of a route that is `@Cached(...)`, and caches its response if there is none.
  {
    in: 'nest',
    name: 'Response cache',
    file: 'response-cache/cache-stages.ts',
    provider: { provide: APP_INTERCEPTOR, useExisting: CacheInterceptor },
  },
  // Sends 406 if no format is acceptable. Reads the parameters by the `@Parameters(...)` of the route, and reports all
  // faults at once. Writes the result in the format of the request.
  {
    in: 'nest',
    name: 'Response',
    file: 'http/response.ts',
    provider: { provide: APP_INTERCEPTOR, useExisting: ResponseInterceptor },
  },
  // Turns what Express stages, Nest stages and controllers throw into a problem document. OAuth endpoints have filters of their own.
  {
    in: 'nest',
    name: 'Problem filter',
    file: 'http/problem.filter.ts',
    provider: { provide: APP_FILTER, useExisting: ProblemFilter },
  },
];

/** The Nest stages, for AppModule. */
export const nestStages: Provider[] = stages.flatMap((stage) => (stage.in === 'nest' ? [stage.provider] : []));

/** Installs the stages before and in Express. */
export function installPipeline(
  app: NestExpressApplication,
  adapter: ServerAdapter,
  environment: Environment,
  logger: Logger,
): void {
  const trustsProxy = adapter.getInstance<Express>().get('trust proxy fn') as TrustsProxy;
  const services = { app, environment, logger, trustsProxy };
  adapter.runBeforeExpress(stages.flatMap((stage) => (stage.in === 'node' ? [stage.create(services)] : [])));
  for (const stage of stages) {
    if (stage.in !== 'express') continue;
    if (!stage.paths) app.use(stage.create(services));
    else if (environment.OAUTH_ENDPOINTS) app.use(stage.paths, stage.create(services));
  }
}
