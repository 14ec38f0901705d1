import { spawnSync } from 'node:child_process';

const script = (file) => [process.execPath, '--import', 'tsx', file];
const golden = (...args) => ['env', 'UPDATE_GOLDEN=1', 'npm', 'test', '--', ...args];

/** The commands that write something, by its name. */
const commands = {
  grammar: [
    ...[
      'peggy',
      '--format',
      'commonjs',
      '--dts',
      '--return-types',
      '{"filter":"import(\\"../filter.js\\").FilterNode"}',
    ],
    ...['--output', 'src/places/query/grammar/filter-parser.js', 'src/places/query/grammar/filter.peggy'],
  ],
  explore: script('web/build.mjs'),
  examples: golden('test/e2e/openapi', '-t', 'the service answers'),
  golden: golden('src/places/query/fields', 'src/places/search-index/mapping', 'test/e2e/openapi'),
  client: ['openapi-typescript', 'test/golden/openapi.json', '--output', 'packages/client/src/places.ts'],
  documents: script('dev/documents/main.ts'),
  notices: [process.execPath, 'dev/supply-chain/notices.mjs'],
  kinds: script('dev/kinds/main.ts'),
  languages: script('dev/languages/main.ts'),
  'city-names': script('dev/city-names/main.ts'),
};

/** Names for several, in their order. */
const groups = {
  // What Git ignores, and the build needs.
  build: ['grammar', 'explore'],
  contract: ['examples', 'golden', 'client', 'documents'],
};

/** `npm run generate` writes what the build needs, `npm run generate -- NAME…` what the names say. */
function generate(names) {
  const known = { ...commands, ...groups };
  if (!names.every((name) => Object.hasOwn(known, name))) {
    process.stderr.write(`npm run generate -- NAME…, with names of: ${Object.keys(known).join(', ')}\n`);
    return 2;
  }
  for (const name of names.flatMap((name) => groups[name] ?? [name])) {
    const [program, ...args] = commands[name];
    const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
    // Such as that the program is missing.
    if (error) process.stderr.write(`${name}: ${error.message}\n`);
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

const names = process.argv.slice(2);
process.exitCode = generate(names.length === 0 ? ['build'] : names);
