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

  it('say of every alert what to do', () => {
    const rules = readFileSync(join(root, 'k8s/components/monitoring/alerts.yaml'), 'utf8');
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? '');
    expect(alerts.length).toBeGreaterThan(5);
    const text = textOf('docs/operations/alerts.md');
    expect(alerts.filter((name) => !text.includes(`**${name}**`))).toEqual([]);
  });
});
