const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const words = (path) => new Set(path.match(/[a-z]{3,}/g));

const mutated = words(process.env.MUTATED_FILE ?? '');

/** Runs suites first whose path has words of the path of the mutated file: the suite of users notices a change of users. */
module.exports = class extends Sequencer {
  sort(tests) {
    const nearness = ({ path }) => [...words(relative('.', path))].filter((word) => mutated.has(word)).length;
    return super.sort(tests).sort((a, b) => nearness(b) - nearness(a));
  }
};
