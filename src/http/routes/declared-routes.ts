import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

/** A route as its controller declares it. */
export interface DeclaredRoute {
  /** Controller and method, such as `UsersController.get`. */
  name: string;
  method: string;
  /** All paths of the route, with segments as `:name`. */
  paths: string[];
  /** The class and the method that carry the decorators. */
  controller: () => unknown;
  handler: () => unknown;
}

/** Lists the routes of all controllers. */
@Injectable()
export class DeclaredRoutes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  all(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ instance, name }) => {
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown> & {
        constructor: () => unknown;
      };
      const controller = prototype.constructor;
      const prefixes = this.pathsOf(controller);
      return this.scanner.getAllMethodNames(prototype).flatMap((key) => {
        const handler = prototype[key];
        const method = handler && this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
        if (handler === undefined || method === undefined) return [];
        const paths = prefixes.flatMap((prefix) => this.pathsOf(handler).map((path) => joinPaths(prefix, path)));
        return [{ name: `${String(name)}.${key}`, method: RequestMethod[method], paths, controller, handler }];
      });
    });
  }

  private pathsOf(decorated: () => unknown): string[] {
    return [this.reflector.get<string | string[]>(PATH_METADATA, decorated)].flat();
  }
}

function joinPaths(...parts: string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}
