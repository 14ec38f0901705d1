import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { LRUCache } from 'lru-cache';
import { ACCESS, type RouteAccess, me } from '../auth/access.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type DeclaredRoute, DeclaredRoutes, DOCUMENTATION, type Documentation } from '../http/routes.js';
import { PARAMETERS, type RouteParameters } from '../http/parameters.js';
import { isForOperators } from '../http/request-target.js';
import { type DocumentedRoute, openApi } from './openapi/openapi.js';
import { escaped } from '../http/xml.js';
import { type OpenApiDocument, examples } from './openapi/document.js';
import { placesXsd, problemXsd } from './xsd.js';

/** Collects the metadata of all routes: @Documented, @Access and @Parameters. */
@Injectable()
export class DocumentedRoutes {
  constructor(
    private readonly declared: DeclaredRoutes,
    private readonly reflector: Reflector,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ADMIN_PORT'>,
  ) {}

  /** All documented routes, one entry per path. Without the operator routes when they are on `ADMIN_PORT`. */
  all(): DocumentedRoute[] {
    const routes = this.declared.all().flatMap((route) => this.describe(route));
    return this.environment.ADMIN_PORT === undefined ? routes : routes.filter(({ path }) => !isForOperators(path));
  }

  private describe({ handler, method, paths }: DeclaredRoute): DocumentedRoute[] {
    const documentation = this.reflector.get<Documentation | undefined>(DOCUMENTATION, handler);
    if (!documentation) return [];
    const access = this.reflector.get<RouteAccess | undefined>(ACCESS, handler);
    const { parameters, segments } = this.reflector.get<RouteParameters | undefined>(PARAMETERS, handler) ?? {};
    const routes = paths.map((template, index): DocumentedRoute => {
      const path = template.replace(/:(\w+)/g, '{$1}');
      const id = index === 0 ? documentation.id : `${documentation.id}At${capitalized(path.split('/').at(-1) ?? '')}`;
      return { method, path, access, parameters, segments, documentation: { ...documentation, id } };
    });
    return [...routes, ...routes.flatMap(meRoute)];
  }
}

/** The `/users/me` variant of a `/users/{userId}` route, which takes user tokens only. */
function meRoute(route: DocumentedRoute): DocumentedRoute[] {
  const { me: id, ...documentation } = route.documentation;
  if (id === undefined) return [];
  const path = route.path.replace('{userId}', me);
  return [{ ...route, path, access: { public: false, kinds: ['user'] }, documentation: { ...documentation, id } }];
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Generates the OpenAPI document and the XML Schemas from the routes' decorators. */
@Injectable()
export class Contract {
  private readonly texts = new Map<string, string>();

  /** By base address. Responses share one buffer, so that clients that read nothing do not each hold a copy. */
  private readonly documents = new LRUCache<string, Buffer>({
    max: 8,
    memoMethod: (baseUrl) => {
      // The quotes of the encoded text are removed: it is inserted inside other JSON strings.
      const encodedBaseUrl = JSON.stringify(baseUrl).slice(1, -1);
      const document = this.once('openapi', () => JSON.stringify(this.document()));
      return Buffer.from(document.replaceAll(examples.baseUrl, encodedBaseUrl));
    },
  });

  constructor(
    private readonly routes: DocumentedRoutes,
    @Inject(ENVIRONMENT) private readonly environment: Pick<
      Environment,
      'JWT_ISSUER' | 'OAUTH_ENDPOINTS' | 'OLD_CLIENTS'
    >,
  ) {}

  /** @param whole true describes records as returned without `fl`: all default fields are required */
  document(whole = false): OpenApiDocument {
    const { JWT_ISSUER: issuer, OAUTH_ENDPOINTS: hasEndpoints, OLD_CLIENTS: oldClients } = this.environment;
    const hasPasswordGrant = oldClients.includes('password-grant');
    const onlyIssuer = !hasEndpoints && issuer !== undefined && { onlyIssuer: issuer };
    return openApi(this.routes.all(), examples, { whole, hasPasswordGrant, ...onlyIssuer });
  }

  /** The OpenAPI document as JSON, with the caller's base address. */
  openApi(baseUrl: string): Buffer {
    return this.documents.memo(baseUrl);
  }

  /** The XML Schema of responses. It imports `problem.xsd` from the same folder, else from the service. */
  placesXsd(baseUrl: string): string {
    const locations = ['problem.xsd', `${examples.baseUrl}/schema/problem.xsd`];
    const schema = this.once('places', () => placesXsd(this.document(), locations));
    return schema.replaceAll(examples.baseUrl, escaped(baseUrl));
  }

  problemXsd(): string {
    return this.once('problem', () => problemXsd(this.document()));
  }

  /** Routes do not change while the service runs, so each text is generated once. */
  private once(name: string, generate: () => string): string {
    const text = this.texts.get(name) ?? generate();
    this.texts.set(name, text);
    return text;
  }
}
