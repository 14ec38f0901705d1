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

/** The source of the sample city in earlier versions. Places that were imported from Who's On First had its attribution. */
export const earlierSample = { name: "Who's On First", attribution: "Who's On First, parts invented" };

/** Providence, Rhode Island; docs/data.md says what is invented. `npm run generate:sample` writes its files. Its categories come with its places. */
export const sampleCity: DataSet = {
  pathOf: (kind) => `providence/${kind}.ndjson.gz`,
  source: {
    // A name of its own: places that are imported from Who's On First are not invented in parts.
    name: 'Sample of Providence',
    license: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: "Who's On First, parts invented",
  },
};
