import { type IncomingMessage } from 'node:http';
import { SetMetadata, Injectable, RequestMethod, type ExecutionContext } from '@nestjs/common';
import { type z } from 'zod';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { type ProblemCode } from './problems.js';

/** A response in JSON or XML, and in GeoJSON if the route has that format (`@Formats`). */
interface NegotiatedResponse {
  /** The only member of the JSON object, and the root element in XML: `user` in `{ "user": … }`. */
  root: string;
  /** The value of that member. */
  schema: z.ZodType;
  /** The GeoJSON object. */
  geojson?: z.ZodType;
}

/** A response in a fixed format: schemas by media type, or none if the response has no body. */
export interface RawResponse {
  description: string;
  content?: Readonly<Record<string, z.ZodType>>;
}

/** The documentation of a route. src/api-docs generates `/openapi.json` from it. */
export interface Documentation {
  /** The operation id. Unique and stable, because generated clients use it as the function name. */
  id: string;
  /** The operation id of the same route with `me` instead of `{userId}`, if the path has it. */
  me?: string;
  summary: string;
  /** Markdown. */
  description: string;
  /** The 200 response. */
  response?: NegotiatedResponse;
  /** Responses in a fixed format, by status. */
  rawResponses?: Readonly<Partial<Record<number | 'default', RawResponse>>>;
  /** Query parameters that the handler parses itself, without `@Parameters`. */
  query?: z.ZodObject;
  /** Problems of this route, in addition to those that every route can return. */
  problems?: readonly ProblemCode[];
  /** The form-encoded request body. */
  form?: z.ZodType;
  /**
   * Example requests by name. Their responses to the demonstration data become the examples in the
   * document. The test of `@Cached` requests them too, so a cached route needs one for each of its statements.
   */
  examples?: Readonly<Record<string, string>>;
}

export const DOCUMENTATION = Symbol('DOCUMENTATION');

/** Documents a route in `/openapi.json`. A test fails if a route lacks it. */
export const Documented = (documentation: Documentation) =>
  SetMetadata<symbol, Documentation>(DOCUMENTATION, documentation);

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
  private routes: readonly DeclaredRoute[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  all(): readonly DeclaredRoute[] {
    return (this.routes ??= this.find());
  }

  private find(): DeclaredRoute[] {
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

  /** The methods of the routes that match a path, sorted. HEAD is allowed if GET is. */
  methodsAt(path: string): string[] {
    const methods = this.all().flatMap((route) =>
      route.paths.some((template) => matches(template, path)) ? route.method : [],
    );
    return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])].sort();
  }

  private pathsOf(decorated: () => unknown): string[] {
    return [this.reflector.get<string | string[]>(PATH_METADATA, decorated)].flat();
  }
}

/** Compares a path as Express does: whatever its case, and with a slash at its end or without. */
function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`, 'i').test(path);
}

function joinPaths(...parts: string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
}

const NO_STORE = Symbol('NO_STORE');

/** The responses of this route must not be cached by anybody. */
export const NoStore = () => SetMetadata(NO_STORE, true);

/**
 * The `Cache-Control` of a response that is not a problem: problems are always `no-store`.
 *
 * @param maxAge seconds
 */
export function cacheControl(reflector: Reflector, execution: ExecutionContext, maxAge: number): string {
  if (reflector.get<boolean | undefined>(NO_STORE, execution.getHandler())) return 'no-store';
  const { isPersonal } = execution.switchToHttp().getRequest<Request>().context;
  return isPersonal ? 'private, no-cache' : `private, max-age=${maxAge}`;
}

/** The template of the route of a request, such as `/v2/users/:userId`; `none` if no route matches the path. */
export function routeOf(request: IncomingMessage): string {
  if (request.context.route !== undefined) return request.context.route;
  const route = 'route' in request ? request.route : undefined;
  if (typeof route !== 'object' || route === null || !('path' in route)) return 'none';
  return String(route.path);
}
