import { type RecordKind } from '../record-kind.js';
import { placeLine, type PlaceRow } from './place-line.js';
import { storePlaces } from './place-tables.js';

/** The place of the interface (section 2.5), with what design section 6 adds. */
export const place: RecordKind<PlaceRow> = {
  schema: placeLine,
  searchable: true,
  key: (row) => row.id,
  check: () => Promise.resolve(new Map()),
  store: storePlaces,
};
