import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { ProblemError, quoted } from '../http/problems.js';
import { type PlaceRecord } from './place.js';
import { PlaceReader } from './place-reader.js';

/** Reads one place for `GET /v2/places/{placeId}` and its hours. */
@Injectable()
export class PlacesService {
  constructor(
    private readonly readDatabase: ReadDatabase,
    private readonly placeReader: PlaceReader,
  ) {}

  /** @throws ProblemError `place_not_found` */
  async get(id: string): Promise<PlaceRecord> {
    const [record] = await this.placeReader.byId([id], this.readDatabase);
    if (!record) throw placeNotFound(id);
    return record;
  }
}

export function placeNotFound(id: string): ProblemError {
  return new ProblemError('place_not_found', `There is no place ${quoted(id)}.`);
}
