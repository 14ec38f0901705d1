import { Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

/** A route as its controller declares it. */
export interface DeclaredRoute {
  /** Controller and method. */
  name: string;
  method: string;
  /** All addresses that it answers, with segments as `:name`. */
  paths: string[];
  /** What its decorators are on. */
  handler: () => unknown;
}

/** Knows all routes of all controllers, for rules about all of them. */
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
      const folders = this.pathsOf(prototype.constructor);
      return this.scanner.getAllMethodNames(prototype).flatMap((key) => {
        const handler = prototype[key];
        const method = handler && this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
        if (handler === undefined || method === undefined) return [];
        const paths = folders.flatMap((folder) => this.pathsOf(handler).map((path) => joined(folder, path)));
        return [{ name: `${String(name)}.${key}`, method: RequestMethod[method], paths, handler }];
      });
    });
  }

  private pathsOf(decorated: () => unknown): string[] {
    return [this.reflector.get<string | string[]>(PATH_METADATA, decorated)].flat();
  }
}

function joined(...parts: string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}
