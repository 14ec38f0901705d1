import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type PlaceRecord } from '../../place.js';
import { PlaceReader } from '../../place-reader.js';
import { type StoredPlace, toStoredPlace } from '../mapping/place-document.js';
import { IndexReader } from './index-reader.js';
import { type Difference, IndexVerifier } from './index-verifier.js';

/** A field that the record and the document have with other values. Absent values are undefined. */
interface FieldDifference {
  field: string;
  record: unknown;
  document: unknown;
}

export interface PlaceInspection {
  /** From PostgreSQL. */
  record: PlaceRecord | undefined;
  /** From the search index, without what is only searched. */
  document: StoredPlace | undefined;
  /** Why both differ; undefined if they do not. */
  difference: Difference | undefined;
  fields: FieldDifference[];
}

/** Shows a place as PostgreSQL and as the search index have it. */
@Injectable()
export class PlaceInspector {
  constructor(
    private readonly places: PlaceReader,
    private readonly reader: IndexReader,
    private readonly verifier: IndexVerifier,
  ) {}

  async inspect(id: string): Promise<PlaceInspection> {
    const live = await this.verifier.liveIndex();
    const [difference] = await this.verifier.check([id]);
    const [record] = await this.places.byId([id]);
    const content = (await this.reader.byId(live, [id])).get(id)?.content;
    const document = content && withoutSearchFields(content);
    const fields = difference && record && document ? compareFields(toStoredPlace(record), document) : [];
    return { record, document, difference, fields };
  }
}

function withoutSearchFields(content: StoredPlace): StoredPlace {
  return Object.fromEntries(
    Object.entries(content).filter(([name]) => name !== 'geo' && name !== 'search'),
  ) as unknown as StoredPlace;
}

function compareFields(record: StoredPlace, document: StoredPlace): FieldDifference[] {
  const [stored, indexed] = [new Map(Object.entries(record)), new Map(Object.entries(document))];
  const names = [...new Set([...stored.keys(), ...indexed.keys()])];
  return names
    .map((field) => ({ field, record: stored.get(field) as unknown, document: indexed.get(field) as unknown }))
    .filter((values) => !isDeepStrictEqual(values.record, values.document));
}
