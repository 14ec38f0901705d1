import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { commandLine, nodeCommand } from '../../dev/run-program.js';
import { report, step } from '../../dev/services/step.js';
import { overtureParquet } from '../../test/support/open-data-parquet.js';
import { batches } from '../elasticsearch.js';
import { derivedPlaces, type PlaceLine, rhodeIslandLines } from '../places.js';
import { measureProcess } from '../processes.js';
import { onImageNode, productionJvm, withServices } from '../servers.js';

const HELP = `npm run bench:edition [-- --places N] [--seed S]

Loads an edition of N places (default 1,000,000) from Parquet in Overture's schema, then a second one with a hundredth new,
changed and gone, then the second one again. Cuts a rectangle out of the files.`;

/** Providence in the first copy of Rhode Island (`derived-places.ts`). */
const city = '-71.47,1.77,-71.37,1.87';

/** `npm run bench:edition` */
function benchmark(): Promise<number> {
  const { places: count, seed } = readOptions({ places: 1_000_000, seed: 1 }, HELP);
  const originals = rhodeIslandLines();
  return withServices(productionJvm, async ({ variables, dataDir, abort }) => {
    const places = (more: number): Iterable<string> => derivedPlaces(originals, count + more, seed);
    const first = await step(report, 'First edition written', () =>
      Promise.resolve(writeEdition(dataDir, 1, places(0))),
    );
    const second = await step(report, 'Second edition written', () =>
      Promise.resolve(writeEdition(dataDir, 2, places(Math.floor(count / 100)))),
    );
    const env = { ...process.env, ...variables };
    await commandLine({ env, abort })('migrate');
    const load = async (name: string, ...args: string[]): Promise<void> => {
      const command = nodeCommand('dist/cli/main.js', 'import', 'places', '--format', 'overture', ...args);
      const { seconds, processorSeconds, peak } = await measureProcess(command, { env, abort }, 'inherit');
      report(
        `${name}: ${seconds.toFixed(0)} s, ${processorSeconds.toFixed(0)} s of processor time of the command, ` +
          `${(peak / 1024 / 1024).toFixed(0)} MB resident at most`,
      );
    };
    const replace = (files: readonly string[]): string[] => ['--replace-source', 'Overture Maps', ...files];
    await load('First edition', ...replace(first));
    await load('Second edition', ...replace(second));
    await load('Second edition again', ...replace(second));
    await load('A city, dry run', '--dry-run', '--bbox', city, ...first);
    await load('Everything, dry run', '--dry-run', ...first);
    return 0;
  });
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
function writeEdition(folder: string, edition: 1 | 2, places: Iterable<string>): string[] {
  return [...batches(rowsOf(edition, places), placesPerFile)].map((rows, at) => {
    const path = join(folder, `edition-${edition}-${at}.parquet`);
    writeFileSync(path, overtureParquet(rows, { rowGroupSize }));
    return path;
  });
}

function* rowsOf(edition: 1 | 2, places: Iterable<string>): Generator<ReturnType<typeof rowOf>> {
  let at = 0;
  for (const place of places) {
    at += 1;
    const isGone = edition === 2 && at % share === 0;
    if (!isGone) yield rowOf(JSON.parse(place) as PlaceLine, edition === 2 && at % share === 1);
  }
}

function rowOf({ id, name, phones = [], address = {}, location, categories = [] }: PlaceLine, isRenamed: boolean) {
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

void main(onImageNode(benchmark));
