import { type RecordKindName } from '../import/record-kinds.js';

/** A part of the demonstration data. */
export interface DataSet {
  /** The file of a kind of records, in the folder of the data. */
  readonly pathOf: (kind: RecordKindName) => string;
  /** The source of its places. */
  readonly source: { readonly name: string; readonly license: string | null; readonly attribution: string };
}

/** Some sixty places, and the people who sign in and whom the documents show. Invented, so that no licence asks for anything. */
export const byHand: DataSet = {
  pathOf: (kind) => `${kind}.ndjson`,
  source: { name: 'Demonstration data', license: null, attribution: 'Invented for demonstrations' },
};

/** Providence, Rhode Island; docs/data.md says what is invented. `npm run generate:sample` writes its files. Its categories come with its places. */
export const sampleCity: DataSet = {
  pathOf: (kind) => `providence/${kind}.ndjson.gz`,
  source: {
    name: "Who's On First",
    license: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: "Who's On First, parts invented",
  },
};
