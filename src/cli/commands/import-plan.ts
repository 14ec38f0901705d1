import { CommandError } from '../command-error.js';
import { type BoundingBox, withinBox } from '../import/bounding-box.js';
import { readCategoryMap } from '../import/formats/category-map.js';
import { type FormatName, formatOf, isTable } from '../import/formats/formats.js';
import { openDataReader, openDataWriter } from '../import/formats/open-data-places.js';
import { type ImportOptions } from '../import/import-files.js';
import { type RecordKindName, recordKinds } from '../import/record-kinds.js';
import { type SourceRow } from '../import/records/place-schema.js';
import { recordLineReader, type RowReader, strictly } from '../import/row-reader.js';
import { readSourceOptions, type SourceOptions, withSource } from '../import/source-options.js';

/** The options of `import`. */
export interface ImportCommandOptions extends SourceOptions {
  format?: FormatName;
  columns?: string;
  map?: string;
  bbox?: BoundingBox;
  replaceSource?: string;
  maxDeletedPercent?: number;
  dryRun: boolean;
  json: boolean;
  strict?: boolean;
}

export interface ImportPlan extends Pick<ImportOptions, 'reader' | 'writer'> {
  kind: RecordKindName;
  /** Whether lines are in the shape of the API, and may be of another kind. */
  isOwnShape: boolean;
  /** The source of places that name none. */
  source: SourceRow | undefined;
  bbox: BoundingBox | undefined;
}

/** Picks how lines are read and where rows are stored. @throws CommandError for options that do not go together */
export function planImport(kind: RecordKindName, options: ImportCommandOptions): ImportPlan {
  const { format, columns, map, bbox, replaceSource, maxDeletedPercent } = options;
  if (kind !== 'places') rejectPlaceOptions(options);
  if (maxDeletedPercent !== undefined && replaceSource === undefined) {
    throw new CommandError('--max-deleted-percent needs --replace-source: other imports delete nothing.', 2);
  }
  if (columns !== undefined && (format === undefined || !isTable(format))) {
    throw new CommandError(
      '--columns needs --format csv or --format geojson: other formats have columns of their own.',
      2,
    );
  }
  const dataSet = format && formatOf(format, columns);
  const source = readSourceOptions(kind, { ...options, ...sourceToReplace(options) }, dataSet?.source);
  if (dataSet === undefined) {
    if (map !== undefined) throw new CommandError('--map needs --format: other records have their own categories.', 2);
    const reader = wrapped(recordLineReader(kind), source, options);
    return { kind, isOwnShape: true, source, bbox, writer: recordKinds[kind], reader };
  }
  const categories = map === undefined ? undefined : readCategoryMap(map);
  const reader = wrapped(openDataReader(dataSet, { map: categories, box: bbox }), source, options);
  return { kind, isOwnShape: false, source, bbox, writer: openDataWriter(dataSet), reader };
}

function wrapped(
  reader: RowReader<object>,
  source: SourceRow | undefined,
  { bbox, strict = false }: ImportCommandOptions,
): RowReader<object> {
  return withinBox(withSource(strict ? strictly(reader) : reader, source), bbox);
}

function rejectPlaceOptions({ format, bbox, replaceSource }: ImportCommandOptions): void {
  if (format !== undefined) throw new CommandError(`--format ${format} is only for places.`, 2);
  if (bbox) throw new CommandError('--bbox is only for places.', 2);
  if (replaceSource !== undefined) throw new CommandError('--replace-source is only for places.', 2);
}

/** The places of the edition are of the source that they replace. */
function sourceToReplace({ source, replaceSource }: ImportCommandOptions): Pick<SourceOptions, 'source'> {
  if (replaceSource === undefined) return {};
  if (source !== undefined && source !== replaceSource) {
    throw new CommandError('--source and --replace-source name different sources: give --replace-source only.', 2);
  }
  return { source: replaceSource };
}
