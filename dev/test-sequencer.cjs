const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs the groups of suites (test-groups.ts) in the order of their names. */
module.exports = class extends Sequencer {
  sort(tests) {
    return tests.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }
};
