import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

describe('local/consistent-type-imports', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lint-'));
    mkdirSync(join(folder, 'src'));
    const config = {
      jsPlugins: [join(__dirname, 'plugin.mjs')],
      categories: { correctness: 'off' },
      rules: { 'local/consistent-type-imports': 'error' },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function lint(code: string): string[] {
    writeFileSync(join(folder, 'src/file.ts'), code);
    const oxlint = join(root, 'node_modules/.bin/oxlint');
    const { stdout, stderr } = spawnSync(oxlint, ['--config', 'config.json', '--format', 'json', 'src'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return (JSON.parse(stdout) as { diagnostics: { message: string }[] }).diagnostics.map(({ message }) => message);
  }

  it('reports what is only used as a type', () => {
    const uses = 'export const a: A = new B(); export type Q = [typeof C, D.Inner, typeof E.inner, F];';
    expect(lint(`import A, { B, C, type F } from 'x'; import * as D from 'y'; import { E } from 'z'; ${uses}`)).toEqual(
      ['A', 'C', 'D', 'E'].map((name) => `\`${name}\` is only used as a type: import it by \`type\`.`),
    );
  });

  it('reports `import()` as a type', () => {
    expect(lint(`export type A = import('x').B;`)).toEqual(['Import the type at the top of the file.']);
  });

  it('allows what is a value, passed on, or not used', () => {
    const uses = 'export class X extends A {} export const b: B = B; export { C }; export default D;';
    expect(
      lint(`import { A, B, C, D, E } from 'x'; import 'y'; import type { F } from 'z'; ${uses} let f: F;`),
    ).toEqual([]);
  });

  it('exempts files with decorators, because Nest injects classes that look like types', () => {
    const code = 'class X { constructor(readonly a: A) {} }';
    expect(lint(`import { A } from 'x'; ${code}`)).toHaveLength(1);
    expect(lint(`import { A } from 'x'; import { Injectable } from 'y'; @Injectable() ${code}`)).toEqual([]);
  });
});
