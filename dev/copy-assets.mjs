// Copies the files of src that the compiler leaves out, but the service reads, to dist.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const assets = {
  'places/query/grammar': /\.js$/,
  'cli/seed/data': /./,
  'explore/assets': /./,
  'places/synonyms': /\.txt$/,
};

for (const [folder, names] of Object.entries(assets)) {
  for (const name of readdirSync(join('src', folder)).filter((each) => names.test(each))) {
    cpSync(join('src', folder, name), join('dist', folder, name), { recursive: true });
  }
}
