import { Module } from '@nestjs/common';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService, CategoryCatalogue } from './categories.service.js';

@Module({
  controllers: [CategoriesController],
  providers: [CategoriesService, CategoryCatalogue],
})
export class CategoriesModule {}
