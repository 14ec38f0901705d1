import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ReadDatabase } from '../database/read-database.js';
import { type Page } from '../http/request/paging.js';
import { ProblemError, quoted } from '../http/problems/problems.js';
import { fingerprint } from './fingerprint.js';
import { type SearchHits } from './search-index/search-hits.js';
import { PlaceSearcher } from './search-index/place-searcher.js';
import { type PlaceRecord } from './place-record.js';
import { PlaceReader } from './place-reader.js';
import { CursorSearch } from './cursor-search.js';
import { distanceInMetres } from './distance.js';
import { type GeoPoint, withDefaultRadius } from './query/location.js';
import { type Facet, readFacets } from './search-body/facets.js';
import { scoresWords, searchBody } from './search-body/search-body.js';
import { type SearchRequest } from './query/search-request.js';
import { type PlaceSearch, searchWindow } from './search-parameters.js';

/** A place that a search found. */
interface FoundPlace {
  record: PlaceRecord;
  /** Metres from the centre of the search, where it has one. */
  distance?: number;
}

/** A page of places, and the values that were to be counted beside. */
export interface FoundPlaces extends Page<FoundPlace> {
  facets?: Facet[];
}

@Injectable()
export class PlacesService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly records: PlaceReader,
    private readonly index: PlaceSearcher,
    private readonly walk: CursorSearch,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Interface section 4.3. With a cursor mark, the next step of a walk.
   *
   * @throws ProblemError `search_unavailable`, `cursor_expired`, or `invalid_parameter` for a mark that is none of ours
   */
  async search({ cursorMark, ...request }: PlaceSearch): Promise<FoundPlaces> {
    const body = searchBody(withDefaultRadius(request, this.environment.SEARCH_DEFAULT_RADIUS));
    const isStep = cursorMark !== undefined || request.start + request.rows > searchWindow.maxStart;
    // Another copy of a shard counts deleted places until it merges them away, so that words score differently there, and
    // pages of several copies would repeat places and skip others.
    const copies = scoresWords(request) ? fingerprint(body) : undefined;
    const hits = isStep ? await this.walk.step(body, cursorMark, copies) : await this.index.search(body, copies);
    return toFoundPlaces(hits, request);
  }

  /** @throws ProblemError `place_not_found` */
  async get(id: string): Promise<PlaceRecord> {
    const [record] = await this.records.byId([id], this.reads);
    if (!record) throw placeNotFound(id);
    return record;
  }
}

function toFoundPlaces(hits: SearchHits & { nextCursor?: string }, { centre, facets }: SearchRequest): FoundPlaces {
  return {
    found: hits.found,
    items: hits.places.map(({ record }) => toFoundPlace(record, centre)),
    ...(hits.nextCursor !== undefined && { nextCursor: hits.nextCursor }),
    ...(facets && { facets: readFacets(facets, hits.counted) }),
  };
}

function toFoundPlace(record: PlaceRecord, centre: GeoPoint | undefined): FoundPlace {
  if (!centre || !record.location) return { record };
  const point = { lat: Number(record.location.lat), lng: Number(record.location.lng) };
  return { record, distance: distanceInMetres(centre, point) };
}

export function placeNotFound(id: string): ProblemError {
  return new ProblemError('place_not_found', `There is no place ${quoted(id)}.`);
}
