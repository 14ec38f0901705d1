const { writeFileSync } = require('node:fs');

/** Writes which test fails first. Jest's own results are not written if `--bail` ends it. */
module.exports = class {
  hasFailed = false;

  onTestResult({ path }, { numFailingTests, testExecError, testResults }) {
    if (this.hasFailed || (numFailingTests === 0 && !testExecError)) return;
    this.hasFailed = true;
    const test = testResults.find(({ status }) => status === 'failed')?.fullName ?? 'cannot be loaded';
    writeFileSync(process.env.FIRST_FAILURE, JSON.stringify({ suite: path, test }));
  }
};
