import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Access } from '../../auth/access.js';
import { fields, pick } from '../../http/field-selection.js';
import { type ParameterValues, Parameters, rows, start } from '../../http/parameters.js';
import { listOf } from '../../http/list-schema.js';
import { listView, pageOf } from '../../http/response.js';
import { Documented } from '../../http/routes.js';
import { type Area } from '../words/where.js';
import { Areas } from './areas.js';

const areaSchema = z
  .object({
    id: z.string().describe('Its id in `areas.id` of places: `us/ri/providence`.'),
    name: z.string().describe('As most addresses write it.'),
    type: z.enum(['country', 'state', 'city', 'district']),
    places: z.int().min(1).describe('How many places lie in it.'),
    location: z
      .object({ lat: z.string(), lng: z.string() })
      .optional()
      .describe('The middle of its places: decimal degrees (WGS 84), as text. Absent if no place has a location.'),
  })
  .meta({ id: 'Area', selectable: 'record' });

const areaList = listOf('AreaResults', { root: 'areaResults', items: 'areas' }, areaSchema);

const listParameters = { rows: rows(1000, 100), start: start(), fl: fields(areaSchema) };

@Controller('v2/areas')
export class AreasController {
  constructor(private readonly areas: Areas) {}

  @Get()
  @Access('application', 'user')
  @Documented({
    id: 'listAreas',
    summary: 'List areas',
    description:
      'The countries, states, cities and districts that places lie in (`areas.id`), those with the most places first. They are computed ' +
      'anew some time after places change.',
    response: areaList,
    examples: { two: '/v2/areas?rows=2' },
  })
  list(@Parameters(listParameters) request: ParameterValues<typeof listParameters>) {
    return listView(areaList, request, pageOf(this.areas.all, request), (area) => pick(present(area), request.fl));
  }
}

function present({ ids: [id = ''], name, type, places, centre }: Area): z.output<typeof areaSchema> {
  return {
    ...{ id, name, type, places },
    location: centre && { lat: String(centre.lat), lng: String(centre.lng) },
  };
}
