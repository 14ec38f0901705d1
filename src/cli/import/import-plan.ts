import { CommandError } from '../command-error.js';
import { type BoundingBox, skipOutside } from './formats/position.js';
import { readCategoryMap, openDataReader, openDataWriter } from './formats/open-data-places.js';
import { readColumns } from './formats/table-columns.js';
import { type FormatName, formatOf, isTable } from './formats/formats.js';
import { type ImportOptions } from './import-files.js';
import { type RecordKindName, recordKinds } from './record-kinds.js';
import { type SourceRow, importedSourceSchema } from './records/place-schema.js';
import { ownPlacesWriter } from './records/place-tables.js';
import { type RecordWriter } from './record-writer.js';
import { recordLineReader, type RowStep, withSteps } from './row-reader.js';
import { type Source } from '../../places/sources/source.js';
import { formatFault, joinReasons, validateRow } from './parse-row.js';

/** Not a default of the option: `planImport` has to know whether it is given. */
export const defaultMaxDeletedPercent = 20;

/** The options of `import`. */
export interface ImportCommandOptions extends SourceOptions {
  format?: FormatName;
  columns?: string;
  id?: string;
  map?: string;
  bbox?: BoundingBox;
  replaceSource?: string;
  otherSources?: boolean;
  maxDeletedPercent?: number;
  dryRun: boolean;
  json: boolean;
  strict?: boolean;
}

export interface ImportPlan extends Pick<ImportOptions, 'newReader' | 'writer'> {
  kind: RecordKindName;
  /** The source of places that name none. */
  source: SourceRow | undefined;
  bbox: BoundingBox | undefined;
}

/** Picks how lines are read and where rows are stored. @throws CommandError for options that do not go together */
export function planImport(kind: RecordKindName, options: ImportCommandOptions): ImportPlan {
  const { format, columns, id, map, bbox, replaceSource, otherSources = false, maxDeletedPercent } = options;
  if (kind !== 'places') rejectPlaceOptions(options);
  if (maxDeletedPercent !== undefined && replaceSource === undefined) {
    throw new CommandError('--max-deleted-percent needs --replace-source: other imports delete nothing.', 2);
  }
  if (replaceSource !== undefined && options.source !== undefined && options.source !== replaceSource)
    throw new CommandError('--source and --replace-source name different sources.', 2);
  const ofTable = columns !== undefined ? '--columns' : id !== undefined ? '--id' : undefined;
  if (ofTable !== undefined && (format === undefined || !isTable(format))) {
    throw new CommandError(
      `${ofTable} needs --format csv or --format geojson: other formats have columns of their own.`,
      2,
    );
  }
  const given = readColumns(columns ?? '', id);
  const newFormat = format && (() => formatOf(format, given));
  const dataSet = newFormat?.();
  const source = readSourceOptions({ ...options, source: replaceSource ?? options.source }, dataSet?.source);
  const plan = { kind, source, bbox };
  const steps = rowSteps(source, options);
  const ofOwnPlaces = (writer: RecordWriter<object>): RecordWriter<object> =>
    kind === 'places' && !otherSources ? ownPlacesWriter(writer, source?.name ?? null) : writer;
  if (newFormat === undefined || dataSet === undefined) {
    if (map !== undefined) throw new CommandError('--map needs --format: other records have their own categories.', 2);
    const newReader = () => withSteps(recordLineReader(kind), steps);
    return { ...plan, writer: ofOwnPlaces(recordKinds[kind]), newReader };
  }
  const categories = map === undefined ? undefined : readCategoryMap(map);
  const newReader = () => withSteps(openDataReader(newFormat(), { map: categories, box: bbox }), steps);
  return { ...plan, writer: ofOwnPlaces(openDataWriter(dataSet)), newReader };
}

/** What happens to the result of `reader.parse`, in this order. */
function rowSteps(source: SourceRow | undefined, { bbox, strict = false }: ImportCommandOptions): RowStep[] {
  return [
    // A row whose invalid values were left out becomes a rejected line.
    ...(strict ? [rejectFaults] : []),
    // A place without a source gets `source` and `sourceDetails`.
    ...(source ? [fillSource(source)] : []),
    // A place outside the box becomes a skipped line.
    ...(bbox ? [skipOutside(bbox)] : []),
  ];
}

/** Options that only places have. */
const placeOptions = {
  ...{ format: '--format', bbox: '--bbox', replaceSource: '--replace-source', otherSources: '--other-sources' },
  ...{ source: '--source', license: '--license', attribution: '--attribution' },
} as const satisfies Partial<Record<keyof ImportCommandOptions, string>>;

function rejectPlaceOptions(options: ImportCommandOptions): void {
  for (const [name, flag] of Object.entries(placeOptions))
    if (options[name as keyof typeof placeOptions] !== undefined)
      throw new CommandError(`${flag} is only for places.`, 2);
}

/** The options `--source`, `--license` and `--attribution`. */
interface SourceOptions {
  source?: string | undefined;
  license?: string;
  attribution?: string;
}

/**
 * The source of the places of an import; undefined if the options name none.
 *
 * @param format the source of the open data set
 * @throws CommandError for invalid options
 */
function readSourceOptions(
  { source: name, license, attribution }: SourceOptions,
  format: Source | undefined,
): SourceRow | undefined {
  const merged = { name: name ?? format?.name, license: license ?? format?.license };
  if (merged.name === undefined) {
    if (license === undefined && attribution === undefined) return undefined;
    throw new CommandError('--license and --attribution need --source: the name of the source.', 2);
  }
  const result = validateRow({ ...merged, attribution: attribution ?? format?.attribution }, importedSourceSchema);
  if ('row' in result) return result.row;
  throw new CommandError(`--source, --license or --attribution is invalid: ${result.rejected}.`, 2);
}

/** Rejects lines whose invalid values would be left out (`--strict`). */
const rejectFaults: RowStep = (result) => {
  const { faults = [] } = 'row' in result ? result : {};
  return faults.length === 0 ? result : { rejected: joinReasons(faults.map(formatFault)) };
};

/** Adds the source to places that name none. Only places have a source. */
export function fillSource(source: SourceRow): RowStep {
  return (result) => {
    // The row of a closed place has no source.
    const needsSource = 'row' in result && 'sourceDetails' in result.row && result.row.sourceDetails === null;
    if (!needsSource) return result;
    return { ...result, row: { ...result.row, source: source.name, sourceDetails: source } };
  };
}
