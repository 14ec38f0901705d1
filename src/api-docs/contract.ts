import { Injectable } from '@nestjs/common';
import { DocumentedRoutes } from './documented-routes.js';
import { type OpenApiDocument } from './openapi/document.js';
import { examples } from './openapi/examples.js';
import { openApi } from './openapi/openapi.js';
import { placesXsd, problemXsd } from './xsd/xsd.js';

/** What the service promises, as documents made of the code that serves. */
@Injectable()
export class Contract {
  private readonly texts = new Map<string, string>();

  constructor(private readonly routes: DocumentedRoutes) {}

  /** @param whole whether records are described as they are without `fl` */
  document(whole = false): OpenApiDocument {
    return openApi(this.routes.all(), examples, whole);
  }

  /** The document, its addresses as this caller reaches them. */
  openApi(baseUrl: string): string {
    // A base address is an address, so it needs no escape within JSON but for what JSON says itself.
    const here = JSON.stringify(baseUrl).slice(1, -1);
    return this.once('openapi', () => JSON.stringify(this.document())).replaceAll(examples.baseUrl, here);
  }

  /** The XML Schema of answers; it imports that of problems from beside it. */
  placesXsd(): string {
    return this.once('places', () => placesXsd(this.document(), 'problem.xsd'));
  }

  problemXsd(): string {
    return this.once('problem', () => problemXsd(this.document()));
  }

  /** The routes stay as they are, so a text is made once. */
  private once(name: string, make: () => string): string {
    const text = this.texts.get(name) ?? make();
    this.texts.set(name, text);
    return text;
  }
}
