import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlaceRecord } from '../../src/places/place.js';
import { type Directory } from '../support/directory.js';
import { getWithRetry } from '../support/retry.js';

/** Writes an import file that renames every third place and adds some new ones. */
export async function writeChanges(records: readonly PlaceRecord[]): Promise<string> {
  const renamed = records.filter((_, at) => at % 3 === 0).map((record) => ({ ...record, name: `A ${record.name}` }));
  const added = records.slice(0, 500).map((record) => ({ ...record, id: `added-${record.id}` }));
  const path = join(await mkdtemp(join(tmpdir(), 'changes-')), 'places.ndjson');
  await writeFile(path, [...renamed, ...added].map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}

/** Follows `next` and returns the ids of all pages. */
export async function readAllPages(directory: Directory, token: string, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { status, text, body } = await getWithRetry(directory, next, token);
    if (status !== 200) throw new Error(`${status} ${text}`);
    const { header, places } = body.results as { header: { next?: string }; places: { id: string }[] };
    ids.push(...places.map(({ id }) => id));
    next = header.next?.slice(directory.url.length);
  }
  return ids;
}
