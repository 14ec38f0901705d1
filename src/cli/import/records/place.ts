import { type RecordKind } from '../record-kind.js';
import { placeSchema, type PlaceRow } from './place-schema.js';
import { writePlaces } from './place-tables.js';

export const place: RecordKind<PlaceRow> = {
  schema: placeSchema,
  searchable: true,
  key: (row) => row.id,
  write: writePlaces,
};
