import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Request } from 'express';

/** What of Express' router is read: its layers, each with the route it serves and the test of a path against it. */
interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Knows which methods an address takes, from the routes that are really there. */
@Injectable()
export class RouteTable {
  constructor(private readonly host: HttpAdapterHost) {}

  /** The methods of the address of a request, HEAD beside GET; empty where there is nothing. */
  methodsFor(request: Request): string[] {
    const methods = new Set<string>();
    for (const layer of this.layers()) {
      if (layer.route && matches(layer, request.path)) {
        for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
      }
    }
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }

  private layers(): Layer[] {
    const application = this.host.httpAdapter.getInstance<{ router: { stack: Layer[] } }>();
    return application.router.stack;
  }
}

function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // A path that cannot be decoded matches nothing.
    return false;
  }
}
