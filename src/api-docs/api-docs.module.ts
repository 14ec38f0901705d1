import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { Contract } from './contract.js';
import { ContractController } from './contract.controller.js';
import { DocumentedRoutes } from './documented-routes.js';
import { SwaggerController } from './swagger/swagger.controller.js';
import { ProblemsController } from './problems/problems.controller.js';

/** Serves the OpenAPI document, the XML Schemas, Swagger UI and the problem pages. */
@Module({
  imports: [HttpModule],
  controllers: [ContractController, ProblemsController, SwaggerController],
  providers: [Contract, DocumentedRoutes],
})
export class ApiDocsModule {}
