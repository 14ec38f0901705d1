import { type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Express, type RequestHandler } from 'express';
import { type Logger } from 'pino';
import { AccessGuard } from './auth/access.guard.js';
import { type Environment } from './config/environment.js';
import { type TrustsProxy, type NodeMiddleware, requestContext } from './http/request-context.js';
import { compression } from './http/compression.js';
import { cors, oauthEndpoints, signInPages, setSecurityHeaders } from './http/browser-headers.js';
import { LoadShedder } from './http/load-shedder.js';
import { validateRequest } from './http/validate-request.js';
import { ProblemFilter } from './http/problem.filter.js';
import { Drain } from './http/drain.js';
import { type ServerAdapter } from './http/server-adapter.js';
import { pageMiddleware } from './oauth/authorize/page-middleware.js';
import { oauthMiddleware } from './oauth/token-endpoint/oauth-error.js';
import { AdminServer } from './observability/admin-server.js';
import { CpuProfile } from './observability/cpu-profile.js';
import { FailedRequests, requestLog } from './observability/request-log.js';
import { RequestMetrics } from './observability/request-metrics.js';
import { isForOperators } from './observability/operator-routes.js';
import { CachedResponseFastPath } from './response-cache/cached-response-fast-path.js';
import { ResponseInterceptor } from './response-cache/response.interceptor.js';

/** What stages are created from. */
interface Services {
  app: NestExpressApplication;
  environment: Environment;
  logger: Logger;
  trustsProxy: TrustsProxy;
}

/** A stage of the request pipeline. */
type Stage = {
  /** Below src/. */
  file: string;
  /** What the stage does, for the reader of this list and of docs/architecture.md. */
  does: string;
} & (
  | { in: 'server' }
  | { in: 'node'; create: (services: Services) => NodeMiddleware }
  | { in: 'express'; paths?: RegExp; create: (services: Services) => RequestHandler }
  | { in: 'nest'; provider: Provider }
);

const oauthPaths = /^\/v2\/oauth(?=\/|$)/i;

/**
 * All stages of a request, in the order in which the request passes them. This is the list that is installed: `server` and
 * `node` stages run before Express on Node's request and response, `express` stages are Express middleware, and `nest`
 * stages are bound by AppModule. docs/adr/0080-request-pipeline.md says why stages run before Express.
 */
export const stages: readonly Stage[] = [
  {
    in: 'server',
    file: 'http/limited-server.ts',
    does: 'Limits connections, the size of headers and the time of slow clients. Answers bytes that are no HTTP request.',
  },
  {
    in: 'node',
    file: 'http/drain.ts',
    does: 'Counts the request as in flight. During a shutdown, closes its connection after the response.',
    create: ({ app }) => app.get(Drain).track,
  },
  {
    in: 'node',
    file: 'http/request-context.ts',
    does: 'Gives the request its id, base address, parsed query and format: `request.context`.',
    create: ({ environment, trustsProxy }) => requestContext(environment, trustsProxy),
  },
  {
    in: 'node',
    file: 'observability/request-log.ts',
    does: 'Logs one line when the response has been sent. Requests that stage 10 sheds are not logged. Failed unauthenticated ones are sampled.',
    create: ({ app, logger }) => requestLog(logger, app.get(FailedRequests)),
  },
  {
    in: 'node',
    file: 'observability/request-metrics.ts',
    does: 'Measures the duration by route, method and status.',
    create: ({ app }) => app.get(RequestMetrics).measure,
  },
  {
    in: 'node',
    file: 'observability/admin-server.ts',
    does: 'With `ADMIN_PORT`: 404 for health, metrics and profiles on the main port, and for everything else on the admin port. Without it: 404 for profiles, and for metrics unless a program on this machine asks, and always in production or with `TRUST_PROXY`.',
    create: ({ app }) => app.get(AdminServer).separatePorts,
  },
  {
    in: 'node',
    file: 'response-cache/cached-response-fast-path.ts',
    does: 'Sends a cached response if the token is cached and may read it. Leaves tokens with a quota and public routes to Nest.',
    create: ({ app }) => app.get(CachedResponseFastPath).serve,
  },
  {
    in: 'node',
    file: 'http/browser-headers.ts',
    does: 'Sets security headers (helmet).',
    create: () => setSecurityHeaders,
  },
  {
    in: 'node',
    file: 'http/browser-headers.ts',
    does: 'Lets browsers of `CORS_ORIGINS` read responses, and responds to preflights.',
    create: ({ environment }) => cors(environment),
  },
  {
    in: 'node',
    file: 'http/load-shedder.ts',
    does: 'Sends 503 if too many requests are in flight (`MAX_IN_FLIGHT`), and 429 if those of its client fill the service. Exempt: health, metrics, profiles, and OAuth, which has a stage below.',
    create: ({ app }) => {
      const guard = app.get(AccessGuard);
      return app.get(LoadShedder).shedExcept(
        (path) => isForOperators(path) || oauthPaths.test(path),
        (request) => guard.clientOf(request),
      );
    },
  },
  {
    in: 'node',
    file: 'observability/cpu-profile.ts',
    does: 'Serves `/profile`, which stage 6 lets pass on the admin port only.',
    create: ({ app }) => app.get(CpuProfile).serve,
  },
  {
    in: 'express',
    file: 'http/compression.ts',
    does: 'Compresses the response as `Accept-Encoding` asks.',
    create: () => compression,
  },
  {
    in: 'express',
    file: 'http/validate-request.ts',
    does: 'Rejects a URL that is too long, a path that is not UTF-8, too many parameters, and a missing or invalid `Host`.',
    create: () => validateRequest,
  },
  {
    in: 'express',
    paths: oauthEndpoints,
    file: 'oauth/token-endpoint/oauth-error.ts',
    does: 'OAuth endpoints: reads the body as text; failures become OAuth errors in JSON.',
    create: () => oauthMiddleware,
  },
  {
    in: 'express',
    paths: signInPages,
    file: 'oauth/authorize/page-middleware.ts',
    does: 'Sign-in and account pages: reads the form; failures become HTML pages.',
    create: () => pageMiddleware,
  },
  {
    in: 'express',
    paths: oauthPaths,
    file: 'http/load-shedder.ts',
    does: 'OAuth: 503 if too many requests are in flight, now that the format of failures is known.',
    create: ({ app }) => app.get(LoadShedder).shedInExpress,
  },
  {
    in: 'nest',
    file: 'auth/access.guard.ts',
    does: 'Finds the access token, spends quota, and compares the kind of token with the `@Access(...)` of the route.',
    provider: { provide: APP_GUARD, useExisting: AccessGuard },
  },
  {
    in: 'nest',
    file: 'response-cache/response.interceptor.ts',
    does: 'Sends 406 if no format is acceptable. Reads the query by the `@Parameters(...)` of the route, and reports all faults at once. Writes the result in the format of the request, and caches it if the route is `@Cached(...)`.',
    provider: { provide: APP_INTERCEPTOR, useExisting: ResponseInterceptor },
  },
  {
    in: 'nest',
    file: 'http/problem.filter.ts',
    does: 'Turns everything that Express stages, Nest stages and controllers throw into a problem document.',
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
    if (stage.paths) app.use(stage.paths, stage.create(services));
    else app.use(stage.create(services));
  }
}
