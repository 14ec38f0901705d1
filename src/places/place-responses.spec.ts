import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentFields } from './place-responses.js';

const text = readFileSync(join(__dirname, '../../docs/query-language.md'), 'utf8');
describe('docs/query-language.md', () => {
  it('has the limits of /v2/places/fields', () => {
    const section = /^## Limits of a search$.*?(?=^## )/ms.exec(text)?.[0] ?? '';
    const rows = [...section.matchAll(/^\| `(\w+)` .*\| ([\d,]+) +\|$/gm)];
    const documented = rows.map(([, name, maximum = '']) => [name, Number(maximum.replace(',', ''))] as const);
    expect(documented).toEqual(Object.entries(presentFields().limits));
  });
});
