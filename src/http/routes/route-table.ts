import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Request } from 'express';

/** The part of Express's router that is read here. It is not documented. */
interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Lists the methods of a path, from the routes that are registered in Express. */
@Injectable()
export class RouteTable {
  constructor(private readonly host: HttpAdapterHost) {}

  /** The methods allowed at the path of a request, sorted; empty if no route matches. HEAD is allowed if GET is. */
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
    // match() throws if the path cannot be decoded.
    return false;
  }
}
