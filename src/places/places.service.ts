import { crc32 } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ReadDatabase } from '../database/read-database.js';
import { type Caller } from '../http/caller.js';
import { type Page } from '../http/paging.js';
import { ProblemError, quoted } from '../http/problems.js';
import { PlaceSearcher } from './elasticsearch/searcher.js';
import { noTime } from './elasticsearch/protection.js';
import { type PlaceRecord } from './place.js';
import { PlaceReader } from './place-reader.js';
import { assertAffordable } from './affordable-search.js';
import { searchCost } from './body/cost.js';
import { type CursorPage, CursorSearch } from './cursor-search.js';
import { OpenPlaces } from './opening-hours/open-places.js';
import { type PlaceHit } from './elasticsearch/hits.js';
import { type SearchStage } from './search-stage.js';
import { StagedSearch } from './staged-search.js';
import { distanceInMetres, type GeoPoint } from './query/geometry.js';
import { withDefaultRadius } from './query/location.js';
import { type Facet, readFacets, scoresWords } from './body/search-body.js';
import { type SearchRequest } from './query/search-request.js';
import { type PlaceSearchRequest, pagingLimits } from './search-parameters.js';

/** A place that a search found. */
interface FoundPlace {
  record: PlaceRecord;
  /** Metres from the centre of the search, if it has one. */
  distance?: number;
  /** Present if the request asks for it and its opening hours are known. */
  isOpen?: boolean;
}

/** A page of places, and the facets of the search if it asked for any. */
export interface FoundPlaces extends Page<FoundPlace> {
  facets?: Facet[];
  /** How a search by words found them. */
  stage?: SearchStage;
  /** With `open`: how many places match except that their hours are unknown. */
  unknownHours?: number;
}

@Injectable()
export class PlacesService {
  constructor(
    private readonly readDatabase: ReadDatabase,
    private readonly placeReader: PlaceReader,
    private readonly searcher: PlaceSearcher,
    private readonly stagedSearch: StagedSearch,
    private readonly cursorSearch: CursorSearch,
    private readonly openPlaces: OpenPlaces,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Searches places: one page by `start`, or by `cursorMark`.
   *
   * @throws ProblemError `search_too_complex`, `cursor_expired`, `invalid_parameter` for a wrong `cursorMark`, or as
   *   `PlaceSearcher`
   */
  async search({ cursorMark, ...given }: PlaceSearchRequest, caller: Caller): Promise<FoundPlaces> {
    const request = withDefaultRadius(given, this.environment.SEARCH_DEFAULT_RADIUS);
    assertAffordable(searchCost(request));
    const needsCursor = cursorMark !== undefined || request.start + request.rows > pagingLimits.maxStart;
    // Shard copies score words differently: each counts deleted places until it merges its segments. Without one
    // preference for all pages, pages of different copies would repeat some places and skip others. (PlaceSearcher may ignore it.)
    const preference = scoresWords(request) ? String(crc32(request.term.text)) : undefined;
    const spent = noTime();
    const target = { caller, preference, spent };
    const hits = needsCursor
      ? await this.cursorSearch.page(request, target, cursorMark)
      : await this.stagedSearch.search(
          await this.openPlaces.resolve(request, request.now, spent),
          target,
          (body, options) => this.searcher.search(body, options),
        );
    return toFoundPlaces(hits, request);
  }

  /** @throws ProblemError `place_not_found` */
  async get(id: string): Promise<PlaceRecord> {
    const [record] = await this.placeReader.byId([id], this.readDatabase);
    if (!record) throw placeNotFound(id);
    return record;
  }
}

function toFoundPlaces(hits: CursorPage, { centre, facets }: SearchRequest): FoundPlaces {
  return {
    found: hits.found,
    items: hits.places.map((place) => toFoundPlace(place, centre)),
    ...(hits.stage && { stage: hits.stage }),
    ...(hits.unknownHours !== undefined && { unknownHours: hits.unknownHours }),
    ...(hits.nextCursor !== undefined && { nextCursor: hits.nextCursor }),
    ...(facets && { facets: readFacets(facets, hits.facetCounts) }),
  };
}

function toFoundPlace({ record, isOpen }: PlaceHit, centre: GeoPoint | undefined): FoundPlace {
  const found = { record, ...(isOpen !== undefined && { isOpen }) };
  if (!centre || !record.location) return found;
  const point = { lat: Number(record.location.lat), lng: Number(record.location.lng) };
  return { ...found, distance: distanceInMetres(centre, point) };
}

export function placeNotFound(id: string): ProblemError {
  return new ProblemError('place_not_found', `There is no place ${quoted(id)}.`);
}
