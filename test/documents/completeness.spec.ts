import { spawnSync } from 'node:child_process';
import { ruleFile } from '../../dev/monitoring/rules.js';
import { blocksOf, documents, root, textOf } from './blocks.js';

const isRepository = spawnSync('git', ['rev-parse'], { cwd: root }).status === 0;

(isRepository ? describe : describe.skip)('the commands of the documents (needs a repository of Git)', () => {
  it('write only files that Git ignores', () => {
    const commands = documents()
      .filter((document) => !/^docs\/(recipes|adr)\//.test(document))
      .flatMap((document) => blocksOf(document).filter(({ language }) => language === 'sh'))
      .map(({ text }) => text.replace(/<<'END'[^]*?^END$/gm, ''))
      .join('\n');
    const written = [
      ...commands.matchAll(/(?:^| )(?:>|>>|--output|-o|--file=)\s*([\w.-][\w./-]*)/gm),
      ...commands.matchAll(/\bimport [^\n|]*?([\w.-]+\.(?:ndjson|csv|geojson|json|parquet)(?:\.gz)?)(?=[\s;]|$)/gm),
    ].map(([, file = '']) => file);
    expect(written).toEqual(
      expect.arrayContaining(['.data/export/users.ndjson', 'libraries.ndjson', 'directory.dump']),
    );
    const ignored = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
      cwd: root,
      encoding: 'utf8',
      input: written.join('\n'),
    }).stdout.split('\n');
    expect(written.filter((file) => !ignored.includes(file))).toEqual([]);
  });
});

describe('the documents of the operator', () => {
  it('have lists that say what the code says', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'dev/documents/main.ts', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('say of every alert what to do', () => {
    const rules = [...ruleFile().matchAll(/- alert: (\w+)$/gm)].map(([, name]) => name);
    const documented = [...textOf('docs/operations/alerts.md').matchAll(/^- `(\w+)`: \S/gm)].map(([, name]) => name);
    expect(rules.length).toBeGreaterThan(5);
    expect(documented.sort()).toEqual(rules.sort());
  });
});

describe('the figures that pages repeat', () => {
  const performance = textOf('docs/performance.md');
  const cellsOf = (text: string, row: RegExp) => (row.exec(text)?.[0] ?? '').split('|').map((cell) => cell.trim());

  it('are those of the measurement: the rates of one benchmark in a row', () => {
    const readme = textOf('README.md');
    const [, , alone = ''] = cellsOf(readme, /^\| Import .*bench -- import.*$/m);
    const [, measured = ''] = /the import ([\d,]+) \(/.exec(performance) ?? [];
    const rate = (text: string) => Number(text.replaceAll(',', '').replace(/ .*/, ''));
    expect(Math.abs(rate(alone) - rate(measured))).toBeLessThanOrEqual(50);
    const [, , growth = ''] = cellsOf(readme, /^\| Import .*only growth.*$/m);
    const rates = cellsOf(performance, /^\| import, places a second +\|.*$/m)
      .slice(2, 5)
      .map(rate);
    const rounded = [Math.min(...rates), Math.max(...rates)].map((each) => Math.round(each / 100) * 100);
    expect(growth.split(' places')[0]?.split(' to ').map(rate)).toEqual(rounded);
  });
});
