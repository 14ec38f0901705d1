/** The import rules (docs/architecture.md, "Folders"). They hold for everything but specs, which may import test/support. */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-two-folders-import-each-other',
      comment: 'Imports between the folders of src/ go one way (docs/architecture.md, "Folders").',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/[^/]+$' },
      to: { circular: true, viaOnly: { path: '^src/[^/]+$' } },
    },
    {
      name: 'query-language-is-a-library',
      comment:
        'The query language parses and checks. It knows neither Nest, Elasticsearch nor the rest of the service.',
      severity: 'error',
      from: { path: '^src/places/query/' },
      to: { pathNot: '^src/places/query/|^node_modules/fastest-levenshtein/' },
    },
    {
      name: 'search-bodies-know-only-the-query-language',
      comment: 'Checked requests become Elasticsearch bodies by pure functions.',
      severity: 'error',
      from: { path: '^src/places/search-body/' },
      to: { pathNot: '^src/places/(query|search-body)/' },
    },
    {
      name: 'field-selection-knows-no-resource',
      comment: '`fl` selects members of any record.',
      severity: 'error',
      from: { path: '^src/http/request/field-selection' },
      to: { path: '^src/(?!http/request/)' },
    },
    {
      name: 'only-config-reads-the-environment',
      comment: 'zod schemas of the environment live in config; the rest of the service gets values.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(config|main|start-failure|cli)' },
      to: { path: '^src/config/environment\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-search-client-talks-to-elasticsearch',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/places/search-index/' },
      to: { path: 'node_modules/@elastic/elasticsearch', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'entities-never-leave-their-module',
      comment: 'Modules meet through their services, never through the tables of another.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '^src/cli/' },
      to: { path: '^src/[^/]+/.*\\.entity\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'no-way-back-from-the-service',
      comment: 'The service knows neither its tests nor the tools of development.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(dev|test|bench)/' },
    },
    {
      name: 'no-development-packages-in-the-service',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '\\.spec\\.ts$' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
