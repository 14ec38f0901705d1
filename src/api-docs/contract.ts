import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { escaped } from '../http/response/xml.js';
import { DocumentedRoutes } from './documented-routes.js';
import { type OpenApiDocument } from './openapi/document.js';
import { examples } from './openapi/examples.js';
import { openApi } from './openapi/openapi.js';
import { placesXsd, problemXsd } from './xsd/xsd.js';

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
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OAUTH_PASSWORD_GRANT'>,
  ) {}

  /** @param whole true describes records as returned without `fl`: all default fields are required */
  document(whole = false): OpenApiDocument {
    return openApi(this.routes.all(), examples, { whole, hasPasswordGrant: this.environment.OAUTH_PASSWORD_GRANT });
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
