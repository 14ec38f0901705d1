import { Controller, Get } from '@nestjs/common';
import { Access } from '../auth/access.decorator.js';
import { Kept } from '../http/answer-cache.interceptor.js';
import { pick } from '../http/fields.parameter.js';
import { ResourceLinks } from '../http/links.decorator.js';
import { Links } from '../http/links.js';
import { listView } from '../http/list-view.js';
import { type ParameterValues } from '../http/parameter.js';
import { Parameters } from '../http/parameters.decorator.js';
import { Segment } from '../http/segment.js';
import { presentFacet } from './facet.presenter.js';
import { presentPlace } from './place.presenter.js';
import { PlacesService } from './places.service.js';
import { fieldDescriptions } from './query/fields.js';
import { DEFAULT_SELECTION } from './query/selection.js';
import { type PlaceSearch, searchParameters, searchWindow, selection, toSearchRequest } from './search.parameters.js';

const placeList = { root: 'results', items: 'places' };
const placeParameters = { fl: selection() };

@Controller('v2')
export class PlacesController {
  constructor(private readonly places: PlacesService) {}

  /** Interface section 4.3; `/v2/search` is another name of it. */
  @Get(['places', 'search'])
  @Kept()
  @Access('application', 'user')
  async search(@Parameters(searchParameters, toSearchRequest) request: PlaceSearch, @ResourceLinks() links: Links) {
    const page = await this.places.search(request);
    const selected = request.selection ?? DEFAULT_SELECTION;
    const present = ({ record, distance }: (typeof page.items)[number]) =>
      pick(presentPlace(record, links, distance), selected);
    const facets = page.facets?.map(presentFacet);
    return listView(placeList, request, page, present, { window: searchWindow, beside: { facets } });
  }

  /** The catalogue of fields, so that a client can know what to filter, sort and select by (design, section 9). */
  @Get('places/fields')
  @Access('application', 'user')
  fields(@Parameters({}) _: object) {
    return { fieldResults: { fields: fieldDescriptions().map((field) => ({ ...field })) } };
  }

  @Get('places/:placeId')
  @Access('application', 'user')
  async place(
    @Segment('placeId') placeId: string,
    @Parameters(placeParameters) { fl }: ParameterValues<typeof placeParameters>,
    @ResourceLinks() links: Links,
  ) {
    return { place: pick(presentPlace(await this.places.get(placeId), links), fl) };
  }
}
