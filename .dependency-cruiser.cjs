const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Folders of src whose files may all be imported. */
const libraries = ['config', 'concurrency', 'database', 'http'];

/**
 * The files that a module offers to the other folders of src, the command line included: Nest modules and their services,
 * decorators, and what describes a record (types, columns, schemas, validation). All other files are internal, and a
 * folder without an entry offers nothing.
 */
const offered = {
  audit: ['audit.module', 'audit-log'],
  auth: [
    ...['auth.module', 'credential-stores.module', 'access.guard', 'token-cache'],
    ...['client-store', 'token-store', 'token-administration', 'access', 'passwords'],
    'client.entity',
    ...['issuer-keys', 'issuer-tokens'],
  ],
  'base-map': ['base-map.module', 'map-file'],
  demonstration: ['demonstration.module', 'credentials', 'working-credentials', 'island'],
  lists: ['lists.module', 'list-reader'],
  observability: ['observability.module', 'health', 'start-messages'],
  places: [
    ...[
      'places.module',
      'place',
      'names',
      'place-reader',
      'places.service',
      'languages',
      'areas/areas',
      'areas/area-refresh',
      'areas/regions',
      'tiles/tile-grid',
      'kinds/kind-catalogue',
      'kinds/kinds',
    ],
    ...['sources/source', 'sources/sources.service', 'synonyms/synonym-file', 'opening-hours/place-hours'],
    ...['fold', 'words', 'word-lists', 'where', 'synonyms'].map((name) => `words/${name}`),
    'query/geometry',
    ...['searcher', 'health', 'unavailable'].map((name) => `elasticsearch/${name}`),
    ...['search-index.module', 'index-services', 'document', 'lifecycle', 'inspect', 'verify', 'relay', 'writer'].map(
      (name) => `search-index/${name}`,
    ),
  ],
  'response-cache': ['dependencies', 'response-cache', 'versioned-cache'],
  users: [...['users.module', 'users.service', 'accounts.service', 'user-administration.service'], 'user'],
};

const modules = readdirSync(join(__dirname, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !libraries.includes(entry.name))
  .map((entry) => entry.name);

const boundaries = modules.map((folder) => ({
  name: `only-offered-files-of-${folder}`,
  comment: 'Modules meet through their services. To offer another file, add it to the list in .dependency-cruiser.cjs.',
  severity: 'error',
  from: { path: '^src/[^/]+/', pathNot: `^src/${folder}/` },
  to: { path: `^src/${folder}/`, pathNot: (offered[folder] ?? []).map((file) => `^src/${folder}/${file}\\.ts$`) },
}));

/** The import rules (docs/architecture.md, "Folders"). They hold for everything but specs, which may import test/support. */
module.exports = {
  forbidden: [
    ...boundaries,
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
        'The query language parses and checks. It knows neither Nest, Elasticsearch nor the rest of the service, and reads only its lists of words.',
      severity: 'error',
      from: { path: '^src/places/(?:query|words)/', pathNot: '^src/places/words/word-lists' },
      to: { pathNot: '^src/places/(?:query|words)/|libphonenumber-js' },
    },
    {
      name: 'lists-of-words-are-files',
      comment: 'The lists of words of the query language are read from its folder.',
      severity: 'error',
      from: { path: '^src/places/words/word-lists' },
      to: { pathNot: '^src/places/words/|^(fs|path)$' },
    },
    {
      name: 'search-bodies-know-only-the-query-language',
      comment: 'Checked requests become Elasticsearch bodies by pure functions.',
      severity: 'error',
      from: { path: '^src/places/body/' },
      to: { pathNot: '^src/places/(query|words|body)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'field-selection-knows-no-resource',
      comment: '`fl` selects members of any record.',
      severity: 'error',
      from: { path: '^src/http/field-selection' },
      to: { path: '^src/(?!http/)' },
    },
    {
      name: 'only-config-reads-the-environment',
      comment: 'zod schemas of the environment live in config; the rest of the service gets values.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(config|main|observability/start-messages|cli)' },
      to: { path: '^src/config/environment\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-search-client-talks-to-elasticsearch',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/places/(elasticsearch|search-index)/' },
      to: { path: 'node_modules/@elastic/elasticsearch', dependencyTypesNot: ['type-only'] },
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
