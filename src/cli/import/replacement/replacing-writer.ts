import { type EntityManager } from 'typeorm';
import { type RecordWriter } from '../record-kind.js';
import { type SourceReplacement } from './source-replacement.js';

/** A row of a place, or of a place that the edition calls closed. */
interface EditionRow {
  id: string;
  source?: string | null;
  closed?: true;
}

/**
 * Writes the places of an edition and notes them. Rejects places of other sources. Closed places are deleted at the end, with
 * those that the edition lacks.
 *
 * @param writer writes rows of places
 */
export function replacingWriter(writer: RecordWriter<object>, replacement: SourceReplacement): RecordWriter<object> {
  return {
    changesIndex: writer.changesIndex,
    key: (row) => writer.key(row),
    check: (manager, rows) => rejectOtherSources(manager, rows as readonly EditionRow[], replacement.source),
    write: async (manager, rows, run) => {
      const all = rows as readonly EditionRow[];
      const places = all.filter(({ closed }) => closed === undefined);
      const counts = places.length > 0 ? await writer.write(manager, places, run) : {};
      await replacement.keep(manager, idsOf(places));
      await replacement.drop(manager, idsOf(all.filter(({ closed }) => closed)));
      await replacement.count(manager, counts);
      return counts;
    },
  };
}

function idsOf(rows: readonly EditionRow[]): string[] {
  return rows.map(({ id }) => id);
}

async function rejectOtherSources(
  manager: EntityManager,
  rows: readonly EditionRow[],
  source: string,
): Promise<ReadonlyMap<number, string>> {
  const stored = await manager.query<{ id: string; source: string | null }[]>(
    'SELECT id, source FROM places WHERE id = ANY($1) AND source IS DISTINCT FROM $2',
    [idsOf(rows), source],
  );
  const otherSources = new Map(stored.map((place) => [place.id, place.source]));
  const reasons = new Map<number, string>();
  for (const [index, { id, source: given, closed }] of rows.entries()) {
    const other = otherSources.get(id);
    if (closed === undefined && given !== source) {
      reasons.set(index, `source.name: must be ${JSON.stringify(source)}, the source that this import replaces`);
    } else if (other !== undefined) {
      const owner = other === null ? 'has no source' : `is of the source ${JSON.stringify(other)}`;
      reasons.set(index, `the stored place ${owner}; this import replaces only ${JSON.stringify(source)}`);
    }
  }
  return reasons;
}
