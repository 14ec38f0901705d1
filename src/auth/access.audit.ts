import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS, type Access } from './access.decorator.js';

/** A route as it is declared. */
export interface DeclaredRoute {
  name: string;
  method: string;
  access: Access | undefined;
}

/** Stops the start when a route does not declare who may call it: an open door must be a decision (design, section 4). */
@Injectable()
export class AccessAudit implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.routes().filter((route) => route.access === undefined);
    if (open.length > 0) {
      throw new Error(`Routes without @Access or @Public: ${open.map((route) => route.name).join(', ')}`);
    }
  }

  /** All routes of all controllers. */
  routes(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ instance, name }) => {
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      return this.scanner.getAllMethodNames(prototype).flatMap((key) => {
        const handler = prototype[key];
        const method = handler && this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
        if (handler === undefined || method === undefined) return [];
        const access = this.reflector.get<Access | undefined>(ACCESS, handler);
        return [{ name: `${String(name)}.${key}`, method: RequestMethod[method], access }];
      });
    });
  }
}
