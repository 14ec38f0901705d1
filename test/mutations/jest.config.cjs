const { join } = require('node:path');
const config = require('../../jest.config.cjs');

const rootDir = join(__dirname, '../..');

const transform = Object.entries(config.transform).map(([pattern, [, options]]) => [
  pattern,
  [join(__dirname, 'transformer.cjs'), { ...options, folder: process.env.MUTATED_FOLDER }],
]);

/** The settings of one run, as JSON. */
const { moduleNameMapper, ...settings } = JSON.parse(process.env.MUTATION_CONFIG);

module.exports = {
  ...config,
  rootDir,
  transform: Object.fromEntries(transform),
  moduleNameMapper: { ...config.moduleNameMapper, ...moduleNameMapper },
  ...settings,
};
