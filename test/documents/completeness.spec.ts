import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, textOf } from './blocks.js';

describe('the documents of the operator', () => {
  it('have tables that say what the code says', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'dev/documents/main.ts', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('list every alert with its duration and severity, and what to do', () => {
    const rules = readFileSync(join(root, 'k8s/components/monitoring/alerts.yaml'), 'utf8').matchAll(
      /- alert: (\w+)\n.*?for: (\w+)\n *labels: { severity: (\w+) }/gs,
    );
    const text = textOf('docs/operations/alerts.md');
    const rows = text.matchAll(/^\| `(\w+)` *\| [^|]*\| (\w+) *\| (\w+) *\|$/gm);
    const cells = (matches: Iterable<RegExpMatchArray>) => [...matches].map(([, ...groups]) => groups);
    const alerts = cells(rows);
    expect(alerts.length).toBeGreaterThan(5);
    expect(alerts.map(String).sort()).toEqual(cells(rules).map(String).sort());
    // Once per table.
    expect(alerts.filter(([name]) => text.split(`| \`${name}\``).length !== 3)).toEqual([]);
  });
});
