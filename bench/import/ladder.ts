import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { runSql } from '../../dev/services/sql.js';
import { report } from '../../dev/services/step.js';
import { type Line, batchLines } from '../../src/cli/import/line-reader.js';
import { openInputFile } from '../../src/cli/import/input-file.js';
import { noRun } from '../../src/cli/import/import-run.js';
import { place } from '../../src/cli/import/records/place-tables.js';
import { type PlaceRow } from '../../src/cli/import/records/place-schema.js';
import { recordLineReader } from '../../src/cli/import/row-reader.js';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { PlaceReader } from '../../src/places/place-reader.js';
import { toPlaceDocument } from '../../src/places/search-index/document.js';
import { elasticsearchTime, processTime, treeTime } from '../processes.js';
import { type Variables } from '../servers.js';

/** Microseconds of processor time for a place. */
interface Cost {
  node: number;
  postgresql: number;
  elasticsearch: number;
  /** All processes, by the clock. */
  clock: number;
}

/** The rungs of an import, each on the rows that the rung below has made. What a rung adds is the difference. */
export async function climb(file: string, count: number, variables: Variables, bareBulk: () => Promise<unknown>) {
  const database = await new DataSource(
    dataSourceOptions({ ...variables, DATABASE_POOL_SIZE: 4 }, 'command'),
  ).initialize();
  const clocks = {
    node: processTime(process.pid),
    postgresql: await postgresTime(variables),
    elasticsearch: await elasticsearchTime(variables.ELASTICSEARCH_URL),
  };
  const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const read = (): Cost => ({
      node: clocks.node(),
      postgresql: clocks.postgresql(),
      elasticsearch: clocks.elasticsearch(),
      clock: performance.now(),
    });
    const before = read();
    await work();
    const after = read();
    const costs = (Object.keys(before) as (keyof Cost)[]).map((key) =>
      Math.round(((after[key] - before[key]) * 1000) / count),
    );
    report(`| ${name} | ${costs.join(' | ')} |`);
  };
  const lines = () =>
    batchLines(recordLineReader('places').lines(openInputFile(file, Readable.from([])), new AbortController().signal));
  const rows = async function* (): AsyncGenerator<PlaceRow[]> {
    const reader = recordLineReader('places');
    const rowOf = ({ bytes }: Line) => {
      const result = reader.parse(bytes);
      return 'row' in result ? [result.row as PlaceRow] : [];
    };
    for await (const batch of lines()) yield batch.flatMap(rowOf);
  };
  const store = async (write: (rows: PlaceRow[]) => (database: DataSource['manager']) => Promise<unknown>) => {
    for await (const batch of rows()) await database.transaction(write(batch));
  };
  try {
    report('| µs for a place | Node | PostgreSQL | Elasticsearch | clock |');
    report('| --- | ---: | ---: | ---: | ---: |');
    await measure('read', () => exhaust(lines()));
    await measure('and parse', () => exhaust(rows()));
    await measure('and upsert, outbox', () => store((batch) => (manager) => place.write(manager, batch, noRun)));
    const reader = new PlaceReader(database);
    const records = async function* (): AsyncGenerator<PlaceRecord[]> {
      for (let last = ''; ;) {
        const page = await reader.after(last, 1000);
        if (page.length === 0) return;
        last = page.at(-1)?.id ?? '';
        yield page;
      }
    };
    await measure('read again', () => exhaust(records()));
    await measure('and document', async () => {
      for await (const page of records()) for (const record of page) JSON.stringify(toPlaceDocument(record));
    });
    await measure('bare _bulk', bareBulk);
  } finally {
    await database.destroy();
    await runSql(variables.DATABASE_URL, 'TRUNCATE places, place_categories, place_changes CASCADE');
    await runSql(variables.DATABASE_URL, 'TRUNCATE place_changes');
  }
}

async function exhaust(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of values);
}

export async function postgresTime({ DATABASE_URL }: Variables) {
  const [row] = await runSql<{ folder: string }>(DATABASE_URL, "SELECT current_setting('data_directory') AS folder");
  return treeTime(Number.parseInt(readFileSync(join(row?.folder ?? '', 'postmaster.pid'), 'utf8'), 10));
}
