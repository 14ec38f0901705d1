const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Repeats each spec for each mutant of its queue (`environment.ts`). */
module.exports = class extends Sequencer {
  sort(tests) {
    return tests.flatMap((test) => {
      const { queues } = test.context.config.testEnvironmentOptions;
      const repetitions = queues ? (JSON.parse(readFileSync(queues, 'utf8'))[test.path] ?? []).length : 1;
      return Array.from({ length: repetitions }, () => test);
    });
  }
};
