import { Controller, Get, Header, Req } from '@nestjs/common';
import { type Request } from 'express';
import { z } from 'zod';
import { Public } from '../auth/access/access-decorator.js';
import { Documented } from '../http/routes/documented-decorator.js';
import { OwnFormat } from '../http/response/own-format-decorator.js';
import { Contract } from './contract.js';

const xsd = 'application/xml; charset=utf-8';

/** What the service promises, for programs. */
@Controller()
@OwnFormat()
export class ContractController {
  constructor(private readonly contract: Contract) {}

  @Get('openapi.json')
  @Public()
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Documented({
    id: 'getOpenApi',
    summary: 'This document',
    description: 'OpenAPI 3.1, made of the code that serves, with the addresses by which the caller reached it.',
    answers: {
      200: { description: 'OpenAPI 3.1.', content: { 'application/json': z.looseObject({ openapi: z.string() }) } },
    },
  })
  openApi(@Req() { context: { baseUrl } }: Request): string {
    return this.contract.openApi(baseUrl);
  }

  @Get('schema/places.xsd')
  @Public()
  @Header('Content-Type', xsd)
  @Documented({
    id: 'getPlacesXsd',
    summary: 'The XML Schema of answers',
    description: 'XML Schema 1.0 of everything that is answered as `application/xml`; it imports that of problems.',
    answers: { 200: { description: 'XML Schema 1.0.', content: { 'application/xml': z.string() } } },
  })
  places(): string {
    return this.contract.placesXsd();
  }

  @Get('schema/problem.xsd')
  @Public()
  @Header('Content-Type', xsd)
  @Documented({
    id: 'getProblemXsd',
    summary: 'The XML Schema of problems',
    description: 'XML Schema 1.0 of everything that is answered as `application/problem+xml` (RFC 9457, appendix B).',
    answers: { 200: { description: 'XML Schema 1.0.', content: { 'application/xml': z.string() } } },
  })
  problem(): string {
    return this.contract.problemXsd();
  }
}
