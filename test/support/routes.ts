import { type NestExpressApplication } from '@nestjs/platform-express';

/** A route as Express has it. */
export interface RegisteredRoute {
  method: string;
  path: string;
}

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** All routes that the running application really answers, in no order. */
export function registeredRoutes(app: NestExpressApplication): RegisteredRoute[] {
  const express = app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
  return express.router.stack.flatMap(({ route }) =>
    route ? Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path: route.path })) : [],
  );
}
