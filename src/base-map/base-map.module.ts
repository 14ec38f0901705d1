import { Module } from '@nestjs/common';
import { PlacesModule } from '../places/places.module.js';
import { BaseMapController } from './base-map.controller.js';
import { BaseMapService } from './base-map.service.js';
import { MapFile } from './map-file.js';

@Module({ imports: [PlacesModule], controllers: [BaseMapController], providers: [BaseMapService, MapFile] })
export class BaseMapModule {}
