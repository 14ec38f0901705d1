import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stages } from './pipeline.js';

describe('the list of stages', () => {
  it.each(stages.map(({ file }) => file))('names a file that exists: %s', (file) => {
    expect(existsSync(join(__dirname, file))).toBe(true);
  });
});
