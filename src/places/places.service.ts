import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type Page } from '../http/paging.js';
import { ProblemError, quoted } from '../http/problems.js';
import { PlaceIndex, type SearchHits } from './index/place.index.js';
import { type PlaceRecord } from './place-record.js';
import { PlaceEntity } from './place.entity.js';
import { PlaceRecords } from './place.records.js';
import { PlaceWalk } from './place.walk.js';
import { distanceInMetres } from './query/distance.js';
import { type GeoPoint } from './query/location.js';
import { searchBody } from './query/search-body.js';
import { type SearchRequest } from './query/search-request.js';
import { type PlaceSearch, searchWindow } from './search.parameters.js';

/** A place that a search found. */
export interface FoundPlace {
  record: PlaceRecord;
  /** Metres from the centre of the search, where it has one. */
  distance?: number;
}

@Injectable()
export class PlacesService {
  constructor(
    @InjectRepository(PlaceEntity) private readonly places: Repository<PlaceEntity>,
    private readonly records: PlaceRecords,
    private readonly index: PlaceIndex,
    private readonly walk: PlaceWalk,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Interface section 4.3. With a cursor mark, the next step of a walk.
   *
   * @throws ProblemError `search_unavailable`, `cursor_expired`, or `invalid_parameter` for a mark that is none of ours
   */
  async search({ cursorMark, ...request }: PlaceSearch): Promise<Page<FoundPlace>> {
    const body = searchBody(this.withRadius(request));
    if (cursorMark !== undefined || request.start + request.rows > searchWindow.maxStart) {
      return toPage(await this.walk.step(body, cursorMark), request.centre);
    }
    return toPage(await this.index.search(body), request.centre);
  }

  /** @throws ProblemError `place_not_found` */
  async get(id: string): Promise<PlaceRecord> {
    const [record] = await this.records.byId([id]);
    if (!record) throw placeNotFound(id);
    return record;
  }

  /** @throws ProblemError `place_not_found` */
  async mustExist(id: string): Promise<void> {
    if (!(await this.places.existsBy({ id }))) throw placeNotFound(id);
  }

  /** The names of these places, by identifier. */
  async namesById(ids: readonly string[]): Promise<Map<string, string>> {
    const found = ids.length === 0 ? [] : await this.places.findBy({ id: In([...new Set(ids)]) });
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  /** A centre limits by itself unless a rectangle already does (design, section 5). */
  private withRadius(request: SearchRequest): SearchRequest {
    if (!request.centre || request.rectangle || request.radius !== undefined) return request;
    return { ...request, radius: this.environment.SEARCH_DEFAULT_RADIUS };
  }
}

function toPage(hits: SearchHits & { nextCursor?: string }, centre: GeoPoint | undefined): Page<FoundPlace> {
  const items = hits.places.map(({ document }) => toFoundPlace(document, centre));
  return { found: hits.found, items, ...(hits.nextCursor !== undefined && { nextCursor: hits.nextCursor }) };
}

function toFoundPlace(record: PlaceRecord, centre: GeoPoint | undefined): FoundPlace {
  if (!centre || !record.location) return { record };
  const point = { lat: Number(record.location.lat), lng: Number(record.location.lng) };
  return { record, distance: distanceInMetres(centre, point) };
}

function placeNotFound(id: string): ProblemError {
  return new ProblemError('place_not_found', `There is no place ${quoted(id)}.`);
}
