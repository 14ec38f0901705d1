import { type Line } from '../line-reader.js';
import { validateRow } from '../parse-row.js';
import { placeIdSchema } from '../records/place-schema.js';
import { type RowReader } from '../row-reader.js';
import { type SourceReplacement } from './source-replacement.js';

/** Keeps the stored places that rejected lines are meant to be. */
export class RejectedPlaces {
  /** Lines that do not say which place they are. Each may be any of the places that the edition seems to lack. */
  unidentified = 0;

  constructor(
    private readonly reader: Pick<RowReader<object>, 'idOf'>,
    private readonly replacement: SourceReplacement,
  ) {}

  async add(lines: readonly Line[]): Promise<void> {
    const ids = lines.flatMap(({ bytes }) => {
      const result = validateRow({ id: this.reader.idOf(bytes) }, placeIdSchema);
      return 'row' in result ? [result.row.id] : [];
    });
    this.unidentified += lines.length - ids.length;
    await this.replacement.keepRejected(ids);
  }
}
