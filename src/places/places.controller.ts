import { Controller, Get } from '@nestjs/common';
import { type z } from 'zod';
import { Access } from '../auth/access.js';
import { type CacheDependency, Cached } from '../response-cache/dependencies.js';
import { Documented } from '../http/routes.js';
import { type Caller, RequestCaller } from '../http/request-context.js';
import { type Selection, selectionOf, pick } from '../http/field-selection.js';
import { ResourceLinks, Links } from '../http/links.js';
import { lang, ReaderLanguages } from '../http/language-parameter.js';
import { type ReaderLanguage } from '../http/reader-languages.js';
import { Formats } from '../http/format.js';
import { listView, LocatedView } from '../http/response.js';
import { Parameters, PathSegment } from '../http/parameters.js';
import {
  fieldCatalogueSchema,
  presentFields,
  placeFeatureCollectionSchema,
  placeListSchema,
  presentFacet,
  presentNearest,
  presentStage,
  hoursSchema,
  presentChange,
  presentHours,
} from './place-responses.js';
import { openWeekOf } from './opening-hours/open-week.js';
import { timeZoneAt } from './opening-hours/time-zones.js';
import { cacheExpiry } from './opening-hours/open-places.js';
import {
  hoursTimeParameter,
  DEFAULT_SELECTION,
  type PlaceSearchRequest,
  searchParameters,
  pagingLimits,
  placeFieldsParameter,
  combineSearchParameters,
} from './search-parameters.js';
import { minuteOf, type OpenAt } from './query/open.js';
import { placeFeatureSchema, type PlaceRecord, placeSchema, positionOf, presentPlace } from './place.js';
import { kindsOfPlace, shownKinds } from './kinds/place-kinds.js';
import { PlacesService } from './places.service.js';
import { PlaceSearch } from './search/place-search.js';
import { attributionOf, LicenseLinks, ResponseLicenses } from './sources/source.js';
import { ALL_PATHS } from './query/selection.js';

const ALL_FIELDS = selectionOf(ALL_PATHS);

const placeParameters = { fl: placeFieldsParameter(ALL_PATHS), lang };

const hoursParameters = { at: hoursTimeParameter };

type HoursRequest = ReturnType<typeof combineHoursParameters>['value'];

function combineHoursParameters({ at = { type: 'now' } }: { at?: OpenAt | undefined }) {
  const now = minuteOf(new Date());
  return { value: { at, now }, faults: [], ...cacheExpiry({ openAt: at, now }) };
}

type PlaceRequest = ReturnType<typeof combinePlaceParameters>['value'];

function combinePlaceParameters({ fl = ALL_FIELDS }: { fl?: Selection | undefined }) {
  const request = { includesOpen: fl.has('open') || fl.has('openChanges'), now: minuteOf(new Date()) };
  return { value: { fl, ...request }, faults: [], ...cacheExpiry(request) };
}

function openChangeOf(record: PlaceRecord, at: OpenAt | undefined, now: number): string | undefined {
  const week = openWeekOf(record, at ?? { type: 'now' }, now);
  return week && presentChange(week);
}

function timeZoneOf({ location }: PlaceRecord, selected: Selection): string | undefined {
  return location && selected.has('timeZone') ? timeZoneAt(location) : undefined;
}

/** The tables that `PlaceReader` reads. */
const recordDependencies: CacheDependency[] = [
  'places',
  'place_categories',
  'categories',
  'subcategories',
  'sources',
  'joined_areas',
];

function kindsIfSelected(record: PlaceRecord, selected: Selection): readonly string[] | undefined {
  return selected.has('kinds') ? shownKinds(kindsOfPlace(record)) : undefined;
}

@Controller('v2')
export class PlacesController {
  constructor(
    private readonly places: PlacesService,
    private readonly placeSearch: PlaceSearch,
  ) {}

  @Get(['places', 'search'])
  @Formats('json', 'xml', 'geojson')
  @Cached({ dependencies: ['index'] })
  @Access('application', 'user')
  @Documented({
    id: 'searchPlaces',
    summary: 'Search for places',
    description:
      'Finds places by words, filters and location. Follow `header.next` to read the whole result. ' +
      '`/v2/search` is an alias of `/v2/places`.',
    response: { ...placeListSchema, geojson: placeFeatureCollectionSchema },
    problems: ['search_too_complex', 'too_many_searches', 'too_many_cursors', 'cursor_expired', 'search_unavailable'],
    examples: {
      words: '/v2/places?q=mercado&rows=1',
      filters:
        '/v2/places?fq=address.city%3A%22sao%20paulo%22&fq=statistics.rating%3A%5B4%20TO%20*%5D&fl=name,statistics.rating&sort=statistics.rating%20desc&rows=2',
      around:
        '/v2/places?location.lat=-23.5614&location.lng=-46.6559&location.radius=2000&sort=distance&fl=name,location&rows=2',
      facets: '/v2/places?facet.field=categories.name&facet.limit=3&rows=1&fl=name',
    },
  })
  async search(
    @Parameters(searchParameters, combineSearchParameters) request: PlaceSearchRequest,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
    @ResponseLicenses() licenses: LicenseLinks,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ) {
    const page = await this.placeSearch.search({ ...request, languages }, caller);
    const sources = page.items.map(({ record }) => record.source);
    licenses.add(sources);
    const selected = request.selection ?? DEFAULT_SELECTION;
    const present = ({ record, distance, isOpen }: (typeof page.items)[number]) => {
      const openChanges = selected.has('openChanges') ? openChangeOf(record, request.openAt, page.now) : undefined;
      const timeZone = timeZoneOf(record, selected);
      const kinds = kindsIfSelected(record, selected);
      const values = { languages, distance, kinds, isOpen, openChanges, timeZone };
      return pick(presentPlace(record, links, values), selected);
    };
    const facets = page.facets?.map(presentFacet);
    const { stage, unknownHours, nearest } = page;
    const { term, centre } = request;
    const extraHeader = {
      ...(stage &&
        presentStage(stage, {
          ...{ hasCentre: centre !== undefined, isEmpty: page.found === 0, languages },
          ...(term?.type === 'words' && { q: term.text, place: page.items[0]?.record }),
        })),
      nearest: nearest && presentNearest(nearest, links, languages),
      unknownHours,
    };
    return listView(placeListSchema, request, page, present, {
      limits: pagingLimits,
      extraHeader,
      extraMembers: { facets },
      attribution: attributionOf(sources),
      locate: ({ record }) => positionOf(record),
    });
  }

  @Get('places/fields')
  @Access('application', 'user')
  @Documented({
    id: 'listPlaceFields',
    summary: 'List the fields of places',
    description:
      'All fields that places can be filtered, sorted, selected and counted by, with every spelling of their names, and ' +
      'the limits of a search.',
    response: { root: 'fieldResults', schema: fieldCatalogueSchema },
  })
  fields(): { fieldResults: z.output<typeof fieldCatalogueSchema> } {
    return { fieldResults: presentFields() };
  }

  @Get('places/:placeId')
  @Formats('json', 'xml', 'geojson')
  @Cached({ dependencies: recordDependencies })
  @Access('application', 'user')
  @Documented({
    id: 'getPlace',
    summary: 'Get a place',
    description: 'All its fields, or those that `fl` names.',
    response: { root: 'place', schema: placeSchema, geojson: placeFeatureSchema },
    problems: ['place_not_found'],
    examples: { museum: '/v2/places/masp' },
  })
  async place(
    @PathSegment('placeId') placeId: string,
    @Parameters(placeParameters, combinePlaceParameters) { fl, includesOpen, now }: PlaceRequest,
    @ResourceLinks() links: Links,
    @ResponseLicenses() licenses: LicenseLinks,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ) {
    const record = await this.places.get(placeId);
    licenses.add([record.source]);
    const week = includesOpen ? openWeekOf(record, { type: 'now' }, now) : undefined;
    const hours = { isOpen: week?.isOpen, openChanges: week && presentChange(week), timeZone: timeZoneOf(record, fl) };
    const kinds = kindsIfSelected(record, fl);
    const value = pick(presentPlace(record, links, { languages, kinds, ...hours }), fl);
    return new LocatedView('place', {
      value,
      position: positionOf(record),
      attribution: attributionOf([record.source]),
    });
  }

  @Get('places/:placeId/hours')
  @Cached({ dependencies: recordDependencies })
  @Access('application', 'user')
  @Documented({
    id: 'getPlaceHours',
    summary: 'Get the opening hours of a place',
    description: 'Whether it is open at a time, until when, and its hours of seven days.',
    response: { root: 'hours', schema: hoursSchema },
    problems: ['place_not_found'],
    examples: { museum: '/v2/places/masp/hours?at=2026-11-24T17:30-03:00' },
  })
  async hours(
    @PathSegment('placeId') placeId: string,
    @Parameters(hoursParameters, combineHoursParameters) { at, now }: HoursRequest,
    @ResponseLicenses() licenses: LicenseLinks,
  ) {
    const record = await this.places.get(placeId);
    licenses.add([record.source]);
    return { hours: presentHours(record.openingHours, openWeekOf(record, at, now)) };
  }
}
