import { appendFileSync } from 'node:fs';
import { type INestApplicationContext } from '@nestjs/common';
import { Contract } from '../../src/api-docs/contract.js';
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

/** Holds every answer of the end-to-end tests against what `/openapi.json` and `/schema/places.xsd` promise. */
export class ContractCheck {
  private readonly contract: Contract;
  private asMayBe: DocumentValidator | undefined;
  private asWhole: DocumentValidator | undefined;
  private readonly xml: { fileName: string; contents: string }[] = [];
  private json = 0;

  constructor(app: INestApplicationContext) {
    this.contract = app.get(Contract);
  }

  /** @throws Error that says how the answer departs from the document */
  check(exchange: Exchange): void {
    const { method, address, status, contentType, text } = exchange;
    this.asMayBe ??= new DocumentValidator(this.contract.document());
    const media = contentType?.split(';')[0] ?? '';
    const pointer = this.asMayBe.find(method, address, status, media);
    if (pointer === undefined || method === 'HEAD' || text === '') return;
    if (media === 'application/json' || media === 'application/problem+json') {
      this.json += 1;
      const value: unknown = JSON.parse(text);
      this.asMayBe.validate(pointer, value, exchange);
      if (status === 200 && !/[?&]fl=/.test(address)) {
        this.asWhole ??= new DocumentValidator(this.contract.document(true));
        this.asWhole.validate(pointer, value, exchange);
      }
    } else if (media === 'application/problem+xml' || (media === 'application/xml' && text.startsWith('<?xml'))) {
      // Starting the validator takes longer than all its work, so they wait for each other.
      this.xml.push({ fileName: `${method} ${address}`.slice(0, 200), contents: text });
    }
  }

  /** @throws Error that says how an answer in XML departs from the schema */
  async finish(): Promise<void> {
    const answers = this.xml.splice(0).filter(({ fileName }) => !fileName.startsWith('GET /schema/'));
    const schemas = { places: this.contract.placesXsd(), problem: this.contract.problemXsd() };
    const faults = answers.length === 0 ? [] : await validateXml(answers, schemas);
    if (faults.length > 0) throw new Error(`Answers in XML depart from /schema/places.xsd:\n${faults.join('\n')}`);
    const tally = process.env.VALIDATED_ANSWERS;
    if (tally !== undefined) appendFileSync(tally, `${JSON.stringify({ json: this.json, xml: answers.length })}\n`);
  }
}
