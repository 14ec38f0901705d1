import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const oxlint = resolve(__dirname, '../../node_modules/.bin/oxlint');

const onlyTypes = ['A', 'C', 'D', 'E'].map((name) => `\`${name}\` is only used as a type: import it by \`type\`.`);

/** What a file has, its code, and the messages. */
const cases: [what: string, code: string, messages: unknown][] = [
  [
    'what is only used as a type',
    `import A, { B, C, type F } from 'x'; import * as D from 'y'; import { E } from 'z';
     export const a: A = new B(); export type Q = [typeof C, D.Inner, typeof E.inner, F];`,
    onlyTypes,
  ],
  ['`import()` as a type', `export type A = import('x').B;`, ['Import the type at the top of the file.']],
  [
    'what is a value, passed on, or not used',
    `import { A, B, C, D, E } from 'x'; import 'y'; import type { F } from 'z';
     export class X extends A {} export const b: B = B; export { C }; export default D; let f: F;`,
    [],
  ],
  [
    'a class without decorators',
    `import { A } from 'x'; class X { constructor(readonly a: A) {} }`,
    [expect.stringContaining('`A`')],
  ],
  [
    'decorators: Nest injects classes that look like types',
    `import { A } from 'x'; import { Injectable } from 'y'; @Injectable() class X { constructor(readonly a: A) {} }`,
    [],
  ],
];

describe('local/consistent-type-imports', () => {
  const found = new Map<string, string[]>();

  // One run for all files: each loads the plugin anew.
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'lint-'));
    mkdirSync(join(folder, 'src'));
    const config = {
      jsPlugins: [join(__dirname, 'plugin.mjs')],
      categories: { correctness: 'off' },
      rules: { 'local/consistent-type-imports': 'error' },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    for (const [at, [, code]] of cases.entries()) writeFileSync(join(folder, `src/${at}.ts`), code);
    const { stdout, stderr } = spawnSync(oxlint, ['--config', 'config.json', '--format', 'json', 'src'], {
      cwd: folder,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
    const { diagnostics, number_of_files } = JSON.parse(stdout) as {
      diagnostics: { message: string; filename: string }[];
      number_of_files: number;
    };
    expect(number_of_files).toBe(cases.length);
    for (const { message, filename } of diagnostics) {
      const name = basename(filename);
      found.set(name, [...(found.get(name) ?? []), message]);
    }
  });

  it.each(cases.map(([what, , messages], at) => [what, messages, at] as const))('%s', (_, messages, at) => {
    expect(found.get(`${at}.ts`) ?? []).toEqual(messages);
  });
});
