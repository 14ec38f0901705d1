import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { Public } from '../auth/access.js';
import { Documented } from '../http/routes.js';
import { etagOf } from '../http/response.js';
import { OwnFormat } from '../http/format.js';
import { Contract } from './contract.js';

const xsd = 'application/xml; charset=utf-8';

/** Serves the machine-readable contract: OpenAPI and XML Schema. */
@Controller()
@OwnFormat()
export class ContractController {
  constructor(private readonly contract: Contract) {}

  @Get('openapi.json')
  @Public()
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Documented({
    id: 'getOpenApi',
    summary: 'Get this document',
    description: 'OpenAPI 3.1, generated from the running code. Addresses use the base address of this request.',
    rawResponses: {
      200: { description: 'OpenAPI 3.1.', content: { 'application/json': z.looseObject({ openapi: z.string() }) } },
    },
  })
  openApi(@Req() { context: { baseUrl } }: Request, @Res({ passthrough: true }) response: Response): Buffer {
    const document = this.contract.openApi(baseUrl);
    response.setHeader('ETag', etagOf(document));
    return document;
  }

  @Get('schema/places.xsd')
  @Public()
  @Header('Content-Type', xsd)
  @Documented({
    id: 'getPlacesXsd',
    summary: 'Get the XML Schema of responses',
    description:
      'XML Schema 1.0 of all `application/xml` responses. It imports the schema of problems: `/schema/problem.xsd`.',
    rawResponses: { 200: { description: 'XML Schema 1.0.', content: { 'application/xml': z.string() } } },
  })
  places(@Req() { context: { baseUrl } }: Request): string {
    return this.contract.placesXsd(baseUrl);
  }

  @Get('schema/problem.xsd')
  @Public()
  @Header('Content-Type', xsd)
  @Documented({
    id: 'getProblemXsd',
    summary: 'Get the XML Schema of problems',
    description: 'XML Schema 1.0 of all `application/problem+xml` responses (RFC 9457, appendix B).',
    rawResponses: { 200: { description: 'XML Schema 1.0.', content: { 'application/xml': z.string() } } },
  })
  problem(): string {
    return this.contract.problemXsd();
  }
}
