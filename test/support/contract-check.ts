import { appendFileSync } from 'node:fs';
import { type INestApplicationContext } from '@nestjs/common';
import { Contract } from '../../src/api-docs/contract.js';
import { type OpenApiDocument } from '../../src/api-docs/openapi/document.js';
import { ENVIRONMENT } from '../../src/config/config.module.js';
import { type Environment } from '../../src/config/environment.js';
import { withoutBasePath } from '../../src/http/request-target.js';
import { DocumentValidator } from './document-validator.js';
import { validateXml } from './validate-xml.js';

interface Exchange {
  method: string;
  /** Path and query. */
  address: string;
  status: number;
  contentType: string | null;
  text: string;
}

const jsonTypes = ['application/json', 'application/geo+json', 'application/problem+json'];

/** The directories of a file often have the same document, and compiling its schemas takes a second. */
const validators = new Map<string, DocumentValidator>();

function validatorOf(document: OpenApiDocument): DocumentValidator {
  const key = JSON.stringify(document);
  const known = validators.get(key) ?? new DocumentValidator(document);
  validators.set(key, known);
  return known;
}

/** Validates every response of the end-to-end tests against `/openapi.json` and `/schema/places.xsd`. */
export class ContractCheck {
  private readonly contract: Contract;
  private readonly basePath: string;
  private open: DocumentValidator | undefined;
  private complete: DocumentValidator | undefined;
  private readonly xml: { fileName: string; contents: string }[] = [];
  private json = 0;

  constructor(app: INestApplicationContext) {
    this.contract = app.get(Contract);
    this.basePath = app.get<Environment>(ENVIRONMENT).BASE_PATH;
  }

  /** @throws Error that names the violations of the document */
  check(exchange: Exchange): void {
    const { method, status, contentType, text } = exchange;
    const address = withoutBasePath(exchange.address, this.basePath);
    this.open ??= validatorOf(this.contract.document());
    const media = contentType?.split(';')[0] ?? '';
    const pointer = this.open.find(method, address, status, media);
    if (pointer === undefined || method === 'HEAD' || text === '') return;
    if (jsonTypes.includes(media)) {
      this.json += 1;
      const value: unknown = JSON.parse(text);
      this.open.validate(pointer, value, exchange);
      if (status === 200 && !/[?&]fl=/.test(address)) {
        this.complete ??= validatorOf(this.contract.document(true));
        this.complete.validate(pointer, value, exchange);
      }
    } else if (media === 'application/problem+xml' || (media === 'application/xml' && text.startsWith('<?xml'))) {
      // Starting the validator takes longer than validating, so `finish` validates all at once.
      this.xml.push({ fileName: `${method} ${address}`.slice(0, 200), contents: text });
    }
  }

  /** Validates the XML responses. @throws Error that names the violations of the schema */
  async finish(): Promise<void> {
    const responses = this.xml.splice(0).filter(({ fileName }) => !fileName.startsWith('GET /schema/'));
    const schemas = { places: this.contract.placesXsd('http://localhost:3000'), problem: this.contract.problemXsd() };
    const faults = responses.length === 0 ? [] : await validateXml(responses, schemas);
    if (faults.length > 0) throw new Error(`XML responses violate /schema/places.xsd:\n${faults.join('\n')}`);
    const counts = process.env.VALIDATION_COUNTS;
    if (counts !== undefined) appendFileSync(counts, `${JSON.stringify({ json: this.json, xml: responses.length })}\n`);
  }
}
