import { type NestExpressApplication } from '@nestjs/platform-express';

/** A route of Express. */
export interface RegisteredRoute {
  method: string;
  path: string;
  /** Whether it matches this path. */
  takes(path: string): boolean;
}

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** All routes of the running application, in the order of matching. */
export function registeredRoutes(app: NestExpressApplication): RegisteredRoute[] {
  const express = app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
  return express.router.stack.flatMap((layer) => {
    const { path, methods } = layer.route ?? { path: '', methods: {} };
    const takes = (address: string) => layer.match(address);
    return Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path, takes }));
  });
}
