/** Tests are compiled by swc, which does not check types: `npm run check` does. */

// opening_hours reads dates in the time zone of the process (src/places/opening-hours/evaluate.ts). Jest hides `process.env` from tests.
process.env.TZ = 'UTC';

module.exports = {
  rootDir: '.',
  testEnvironment: 'node',
  // Not `.data`: programs are installed there while Jest reads all files of its roots.
  roots: ['src', 'web', 'dev', 'test', 'bench'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.spec.ts'],
  transform: {
    '\\.[cm]?[jt]s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
          target: 'es2023',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Nest 12 and these others ship ES modules, which Jest loads only when they are compiled.
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|@redocly|oauth4webapi|jose|hyparquet[^/]*|hysnappy|iso-3166|csv-parse|@maplibre/vt-pbf|@mapbox|pbf)/)',
  ],
  // Relative imports name the compiled file; its source lies beside it.
  moduleNameMapper: {
    '/parquet-program\\.js$': '<rootDir>/test/support/parquet-program.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  setupFiles: ['reflect-metadata'],
  setupFilesAfterEnv: ['after-file', 'has-assertions'].map((name) => `<rootDir>/test/support/${name}.ts`),
  coveragePathIgnorePatterns: ['/node_modules/', '<rootDir>/(dev|test|bench|web)/', '/grammar/filter-parser.js'],
  // Ten times what any of them takes: other programs want the processors too.
  testTimeout: 90_000,
};
