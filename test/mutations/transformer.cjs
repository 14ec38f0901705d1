const { existsSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const swc = require('@swc/jest');

/** Compiles as in jest.config.cjs, but takes the text of a file from `folder`, where the mutated files are, if it is there. */
module.exports.createTransformer = ({ folder, ...options }) => {
  const transformer = swc.createTransformer(options);
  const mutated = (text, file, cwd) => {
    const path = join(folder, relative(cwd, file));
    return existsSync(path) ? readFileSync(path, 'utf8') : text;
  };
  return {
    process: (text, file, context) => transformer.process(mutated(text, file, context.config.rootDir), file, context),
    getCacheKey: (text, file, context) =>
      transformer.getCacheKey(mutated(text, file, context.config.rootDir), file, context),
  };
};
