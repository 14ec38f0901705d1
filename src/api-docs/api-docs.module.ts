import { Module } from '@nestjs/common';
import { CredentialStoresModule } from '../auth/credential-stores.module.js';
import { HttpModule } from '../http/http.module.js';
import { Contract, DocumentedRoutes } from './contract.js';
import { ContractController } from './contract.controller.js';
import { ObservabilityModule } from '../observability/observability.module.js';
import { LandingController } from './landing.controller.js';
import { SwaggerController } from './swagger.controller.js';
import { ProblemsController } from './problems.controller.js';

/** Serves the start page, the OpenAPI document, the XML Schemas, Swagger UI and the problem pages. */
@Module({
  imports: [CredentialStoresModule, HttpModule, ObservabilityModule],
  controllers: [ContractController, LandingController, ProblemsController, SwaggerController],
  providers: [Contract, DocumentedRoutes],
})
export class ApiDocsModule {}
