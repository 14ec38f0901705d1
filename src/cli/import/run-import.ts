import { resolve } from 'node:path';
import { operatorOf, recordAction } from '../audit.js';
import { type BackgroundIndexing, hintAtLanguages, withBackgroundIndexing } from '../background-indexing.js';
import { type CommandContext } from '../command-context.js';
import { CommandError, incompleteError, interruptible } from '../command-error.js';
import { type Terminal } from '../terminal.js';
import { describeMissingPages } from './formats/collection-reader.js';
import { importFiles, type ImportOptions } from './import-files.js';
import { defaultMaxDeletedPercent, type ImportCommandOptions, type ImportPlan } from './import-plan.js';
import { ImportReport } from './import-report.js';
import { ImportRun } from './import-run.js';
import { updateSource } from './records/place-tables.js';
import { finishReplacement, SourceReplacement } from './source-replacement.js';

/** Parses all lines. Skips the checks that need a database. */
export async function dryRun(
  { kind, newReader, writer }: ImportPlan,
  paths: readonly string[],
  { json, replaceSource: replacedSource }: ImportCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const report = new ImportReport(true);
  const options = { kind, newReader, writer, database: undefined, terminal, report };
  let ended = false;
  try {
    await interruptible((interrupted) => importFiles(paths, { ...options, interrupted }));
    ended = true;
  } finally {
    const complete = ended && report.isFullyStored;
    if (json) terminal.printJson({ kind, dryRun: true, complete, ...report.toJson() });
    else report.print(terminal);
  }
  const missing = replacedSource === undefined ? undefined : describeMissingPages(report.pages);
  if (missing !== undefined) throw new CommandError(`Nothing would be deleted: ${missing}.`);
  if (!report.isFullyStored) throw new CommandError('The import would be incomplete: see above.');
}

/** Stores the lines of the files, in a run of its own that `import undo` can take back. */
export async function runImport(
  plan: ImportPlan,
  paths: readonly string[],
  options: ImportCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { kind } = plan;
  const { replaceSource: replacedSource, json } = options;
  const { database, environment, terminal } = context;
  // Absolute, because `import undo` compares the files of runs that began in different folders.
  const files = paths.map((path) => (path === '-' ? path : resolve(path)));
  const description = { operator: operatorOf(context), kind, files };
  const importRun = await ImportRun.begin(database, description, environment.AUDIT_RETENTION);
  // Before the work: an import that is interrupted has stored lines too.
  const details = { kind, files, ...(replacedSource !== undefined && { replaces: replacedSource }) };
  await recordAction(context, 'import', `import:${importRun.id}`, details);
  const report = new ImportReport();
  let complete = false;
  try {
    await storeFiles(plan, paths, options, { context, importRun, report });
    complete = true;
  } finally {
    // Neither hides why the import has failed.
    await importRun.end(report.counts, complete).catch(() => undefined);
    if (json) terminal.printJson({ run: importRun.id, kind, dryRun: false, complete, ...report.toJson() });
  }
}

async function storeFiles(
  plan: ImportPlan,
  paths: readonly string[],
  { replaceSource, maxDeletedPercent = defaultMaxDeletedPercent }: ImportCommandOptions,
  { context, importRun, report }: { context: CommandContext; importRun: ImportRun; report: ImportReport },
): Promise<void> {
  const { kind, source, bbox, newReader, writer } = plan;
  const { database, terminal, json } = context;
  const changes = source ? await updateSource(database.manager, source, importRun.id) : [];
  for (const change of changes) terminal.log(change);
  const options = { kind, newReader, writer, importRun, database, terminal, report };
  const store = async (running: Pick<ImportOptions, 'interrupted'> & Partial<ImportOptions>): Promise<void> => {
    try {
      await importFiles(paths, { ...options, ...running });
    } finally {
      if (!json) {
        terminal.print(`Import ${importRun.id}. To undo it: import undo ${importRun.id}`);
        report.print(terminal);
      }
    }
    if (replaceSource === undefined && !report.isFullyStored) throw incompleteError();
  };
  if (!writer.changesIndex) {
    await interruptible((interrupted) => store({ interrupted }));
    return;
  }
  const storePlaces = async (indexing: BackgroundIndexing, interrupted: AbortSignal): Promise<void> => {
    const running = { indexing, interrupted };
    if (replaceSource === undefined) return store(running);
    if (source === undefined) throw new CommandError('--replace-source is empty: name the source.', 2);
    const replacement = await SourceReplacement.begin(database, source.name);
    try {
      await store({ ...running, writer: replacement.writer(writer) });
      const deletion = { ...running, importRun, report, hasBox: bbox !== undefined, maxDeletedPercent };
      await finishReplacement(context, replacement, deletion);
    } finally {
      await replacement.release();
    }
  };
  await withBackgroundIndexing(context, storePlaces, {
    // Services load the names of categories with them.
    computesAreas: true,
    ...(kind === 'places' && { whenSearchable: () => hintAtLanguages(context) }),
  });
}
