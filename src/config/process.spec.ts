import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceVersion } from './process.js';

const read = (file: string) => readFileSync(join(__dirname, '../..', file), 'utf8');

describe('the version', () => {
  it('is a semantic version', () => {
    expect(serviceVersion).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  it('has an entry in CHANGELOG.md, below what is not released', () => {
    expect(read('CHANGELOG.md')).toMatch(/^## \[Unreleased\]$/m);
    expect(read('CHANGELOG.md')).toContain(`## [${serviceVersion}]`);
  });
});
