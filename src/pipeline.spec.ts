import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stages } from './pipeline.js';

const runs = { server: "Node's server", node: 'before Express', express: 'in Express', nest: 'in Nest' };

describe('the list of stages', () => {
  it.each(stages.map(({ file }) => file))('names a file that exists: %s', (file) => {
    expect(existsSync(join(__dirname, file))).toBe(true);
  });

  it('is the table of docs/architecture.md, which has a budget for each', () => {
    const page = readFileSync(join(__dirname, '../docs/architecture.md'), 'utf8');
    const rows = [...page.matchAll(/^\| +(\d+) \| (.+?) +\| (.+?) +\| +\d+ \| \[`([^`]+)`\]\(([^)]+)\) +\|$/gm)].map(
      ([, ...cells]) => cells,
    );
    expect(rows).toEqual(
      stages.map(({ name, file, in: place }, index) => [String(index + 1), name, runs[place], file, `../src/${file}`]),
    );
  });
});
