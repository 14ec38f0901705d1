import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { mutatePureFiles } from './pure.js';
import { mutateAtRandom } from './random.js';

const help = `npm run test:slow -- mutations FOLDER...
npm run test:slow -- mutations [--random 150] [--seed 1] [--minutes 20]

Changes the code in one place at a time, and prints the changes that no test notices. With folders or files: all mutants of their
pure parts (test/mutations/pure-files.ts) with the specs beside them, which takes minutes. Tests of more than 100 ms are run once
only. Otherwise: mutants drawn at random from all of src with all tests that Jest relates to the file, at most --minutes for
each, which takes hours.`;

const args = process.argv.slice(2);

void main(() => {
  if (args.length > 0 && args.every((arg) => !arg.startsWith('-'))) return mutatePureFiles(args);
  const { random: count, seed, minutes } = readOptions({ random: 150, seed: 1, minutes: 20 }, help);
  return mutateAtRandom({ count, seed, minutes });
});
