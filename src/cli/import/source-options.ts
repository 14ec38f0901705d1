import { type Source } from '../../places/sources/source.js';
import { CommandError } from '../command-error.js';
import { type RecordKindName } from './record-kinds.js';
import { validateRow } from './parse-row.js';
import { type PlaceRow, type SourceRow, sourceLineSchema } from './records/place-schema.js';
import { type RowReader } from './row-reader.js';

/** The options `--source`, `--license` and `--attribution`. */
export interface SourceOptions {
  source?: string;
  license?: string;
  attribution?: string;
}

/**
 * The source of the places of an import; undefined if the options name none.
 *
 * @param format the source of the open data set
 * @throws CommandError for invalid options
 */
export function readSourceOptions(
  kind: RecordKindName,
  { source: name, license, attribution }: SourceOptions,
  format: Source | undefined,
): SourceRow | undefined {
  const given = Object.entries({ source: name, license, attribution }).find(([, value]) => value !== undefined);
  if (kind !== 'places') {
    if (given) throw new CommandError(`--${given[0]} is only for places.`, 2);
    return undefined;
  }
  const whole = { name: name ?? format?.name, license: license ?? format?.license };
  if (whole.name === undefined) {
    if (given) throw new CommandError(`--${given[0]} needs --source: the name of the source.`, 2);
    return undefined;
  }
  const result = validateRow({ ...whole, attribution: attribution ?? format?.attribution }, sourceLineSchema);
  if ('row' in result) return result.row;
  throw new CommandError(`--source, --license or --attribution is invalid: ${result.rejected}.`, 2);
}

/** Adds the source to places that name none. Other records have none. */
export function withSource(reader: RowReader<object>, source: SourceRow | undefined): RowReader<object> {
  if (!source) return reader;
  return {
    ...reader,
    parse: (bytes) => {
      const result = reader.parse(bytes);
      const needsSource = 'row' in result && isPlace(result.row) && result.row.source === null;
      if (!needsSource) return result;
      return { ...result, row: { ...result.row, source: source.name, sourceDetails: source } };
    },
  };
}

/** More than the sources of any file. The texts of others are not compared. */
const maxDescribedSources = 1000;

/** Remembers in `described` the sources whose licence or attribution lines give. */
export function watchingSources(reader: RowReader<object>, described: Map<string, SourceRow>): RowReader<object> {
  return {
    ...reader,
    parse: (bytes) => {
      const result = reader.parse(bytes);
      if (!('row' in result) || !isPlace(result.row)) return result;
      const { sourceDetails: source } = result.row;
      if (source && (source.license !== null || source.attribution !== null) && described.size < maxDescribedSources)
        described.set(JSON.stringify(source), source);
      return result;
    },
  };
}

/** Not a closed place, which has only an identifier, nor a record of another kind. */
function isPlace(row: object): row is PlaceRow {
  return 'sourceDetails' in row;
}
