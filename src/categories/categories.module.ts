import { Module } from '@nestjs/common';
import { PlacesModule } from '../places/places.module.js';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService, CategoryCatalogue } from './categories.service.js';

@Module({
  imports: [PlacesModule],
  controllers: [CategoriesController],
  providers: [CategoriesService, CategoryCatalogue],
})
export class CategoriesModule {}
