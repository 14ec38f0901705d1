import { Module } from '@nestjs/common';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService } from './categories.service.js';
import { CategoryCatalogue } from './category-catalogue.js';

@Module({
  controllers: [CategoriesController],
  providers: [CategoriesService, CategoryCatalogue],
})
export class CategoriesModule {}
