import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { commandLine, nodeCommand } from '../../dev/run-program.js';
import { report, step } from '../../dev/services/step.js';
import { derivedPlaces } from '../import/derived-places.js';
import { measureProcess } from '../import/measure-process.js';
import { rhodeIslandLines } from '../rhode-island.js';
import { productionJvm, withServices } from '../servers.js';
import { onImageNode } from '../image-node.js';
import { writeEdition } from './edition-files.js';

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

void main(onImageNode(benchmark));
