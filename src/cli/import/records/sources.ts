import { type EntityManager } from 'typeorm';
import { insertMissing, type Table, upsert } from '../upsert.js';
import { type PlaceRow, type SourceRow } from './place-schema.js';

const sources: Table = {
  name: 'sources',
  key: ['name'],
  columns: { name: 'text', license: 'text', attribution: 'text' },
  keepIfNull: ['license', 'attribution'],
};

/** Creates the source, or changes its licence and attribution if they are given. */
export async function updateSource(manager: EntityManager, source: SourceRow): Promise<void> {
  await upsert(manager, sources, [source]);
}

/** Existing sources stay: only the options of an import change them. */
export async function insertMissingSources(manager: EntityManager, places: readonly PlaceRow[]): Promise<void> {
  const named = places.flatMap(({ sourceDetails }) => sourceDetails ?? []);
  await insertMissing(manager, sources, [...new Map(named.map((source) => [source.name, source])).values()]);
}
