import { type EntityManager } from 'typeorm';
import { insertMissing, type Table, upsert } from '../upsert.js';
import { type PlaceRow, type SourceRow } from './place-schema.js';

const sources: Table = {
  name: 'sources',
  key: ['name'],
  columns: { name: 'text', license: 'text', attribution: 'text' },
  keepIfNull: ['license', 'attribution'],
};

/**
 * Creates the source, or changes its licence and attribution if they are given.
 *
 * @returns what changes for the places that the source has already
 */
export async function updateSource(manager: EntityManager, source: SourceRow, run: number): Promise<string[]> {
  const changes = await differences(manager, [source]);
  await upsert(manager, sources, [source], run);
  return changes.map(
    ({ name, what, stored, given }) =>
      `source ${JSON.stringify(name)}: the ${what} changes for all its places, from ${JSON.stringify(stored)} to ${JSON.stringify(given)}.`,
  );
}

/**
 * Compares sources that lines describe with those that are stored, which lines do not change.
 *
 * @returns what they say otherwise
 */
export async function describeOtherSources(manager: EntityManager, described: readonly SourceRow[]): Promise<string[]> {
  const found = await differences(manager, described);
  return found.map(
    ({ name, what, stored, given }) =>
      `source ${JSON.stringify(name)}: lines have the ${what} ${JSON.stringify(given)}, but all its places show ` +
      `${JSON.stringify(stored)}, which is stored. Import with --source, --license and --attribution to change it, or ` +
      'give these places a source of another name.',
  );
}

interface Difference {
  readonly name: string;
  readonly what: 'licence' | 'attribution';
  readonly stored: string;
  readonly given: string;
}

/** Members that are missing on one side are no difference. */
async function differences(manager: EntityManager, described: readonly SourceRow[]): Promise<Difference[]> {
  const stored = await manager.query<SourceRow[]>(
    'SELECT name, license, attribution FROM sources WHERE name = ANY($1)',
    [described.map(({ name }) => name)],
  );
  const rows = new Map(stored.map((row) => [row.name, row]));
  return described.flatMap((source) => {
    const row = rows.get(source.name);
    const compare = (what: Difference['what'], key: 'license' | 'attribution'): Difference[] => {
      const [before, given] = [row?.[key] ?? null, source[key]];
      return before === null || given === null || before === given
        ? []
        : [{ name: source.name, what, stored: before, given }];
    };
    return [...compare('licence', 'license'), ...compare('attribution', 'attribution')];
  });
}

/** Existing sources stay: only the options of an import change them. */
export async function insertMissingSources(
  manager: EntityManager,
  places: readonly PlaceRow[],
  run: number,
): Promise<void> {
  const named = places.flatMap(({ sourceDetails }) => sourceDetails ?? []);
  await insertMissing(manager, sources, [...new Map(named.map((source) => [source.name, source])).values()], run);
}
