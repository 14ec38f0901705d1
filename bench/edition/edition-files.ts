import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { overtureParquet } from '../../test/support/open-data-parquet.js';

/** The fields of a derived place that an edition shows. */
interface Line {
  readonly id: string;
  readonly name: string;
  readonly phones?: readonly string[];
  readonly address?: { readonly street?: string; readonly number?: string; readonly city?: string };
  readonly location?: { readonly lat: string; readonly lng: string };
  readonly categories?: readonly { readonly name: string; readonly subcategory?: { readonly name: string } }[];
}

const placesPerFile = 100_000;

/** What Overture and others write. */
const rowGroupSize = 20_000;

/** Every hundredth place is gone from the second edition, and another hundredth has a new name. */
const share = 100;

/**
 * Writes an edition as Parquet files in Overture's schema. The second one has as many places as the first.
 *
 * @param places `count` for the first edition, and more for the second
 * @returns the paths of the files
 */
export function writeEdition(folder: string, edition: 1 | 2, places: Iterable<string>): string[] {
  const paths: string[] = [];
  let rows: ReturnType<typeof rowOf>[] = [];
  const write = (): void => {
    const path = join(folder, `edition-${edition}-${paths.length}.parquet`);
    writeFileSync(path, overtureParquet(rows, { rowGroupSize }));
    paths.push(path);
    rows = [];
  };
  let at = 0;
  for (const place of places) {
    at += 1;
    const isGone = edition === 2 && at % share === 0;
    const isRenamed = edition === 2 && at % share === 1;
    if (!isGone) rows.push(rowOf(JSON.parse(place) as Line, isRenamed));
    if (rows.length === placesPerFile) write();
  }
  if (rows.length > 0) write();
  return paths;
}

function rowOf({ id, name, phones = [], address = {}, location, categories = [] }: Line, isRenamed: boolean) {
  const { name: general = 'place', subcategory } = categories[0] ?? {};
  const hierarchy = [general, ...(subcategory ? [subcategory.name] : [])].map((level) => level.toLowerCase());
  return {
    lng: Number(location?.lng ?? 0),
    lat: Number(location?.lat ?? 0),
    columns: {
      ...{ id, version: 1, names: { primary: isRenamed ? `${name} II` : name, common: null, rules: null } },
      ...{ basic_category: hierarchy.at(-1), confidence: 0.9, phones: phones.map((phone) => `+${phone}`) },
      taxonomy: { primary: hierarchy.at(-1), hierarchy, alternates: [] },
      addresses: [
        {
          ...{ freeform: `${address.number ?? ''} ${address.street ?? ''}`.trim(), locality: address.city ?? null },
          ...{ postcode: null, region: 'US-RI', country: 'US' },
        },
      ],
      sources: [{ property: '', dataset: 'meta', record_id: id, confidence: 0.9 }],
      operating_status: 'open',
    },
  };
}
