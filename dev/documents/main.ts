import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { main } from '../main.js';
import { StartFailure } from '../services/start-failure.js';
import { endpointTable, problemTable, settingLists } from './tables.js';

/** The tables and lists that are generated from the code, by document. */
const tables: Readonly<Record<string, () => string>> = {
  'docs/operations/configuration.md': settingLists,
  'docs/endpoints.md': endpointTable,
  'docs/errors.md': problemTable,
};

const tablePattern = /(<!-- Made by npm run generate:documents. -->\n).*?(<!-- Until here. -->)/s;

/** `npm run generate:documents` writes the tables. With `--check` it only names outdated documents. */
async function documents(args: string[]): Promise<number> {
  const stale: string[] = [];
  for (const [file, table] of Object.entries(tables)) {
    const text = readFileSync(file, 'utf8');
    if (!tablePattern.test(text)) throw new StartFailure(`${file} lacks the markers of its table.`);
    const written = text.replace(tablePattern, (_, begin: string, end: string) => `${begin}\n${table()}\n\n${end}`);
    const tidy = await format(written, { ...(await resolveConfig(file)), parser: 'markdown' });
    if (tidy === text) continue;
    stale.push(file);
    if (!args.includes('--check')) writeFileSync(file, tidy);
  }
  if (!args.includes('--check') || stale.length === 0) return 0;
  process.stderr.write(`Outdated: ${stale.join(', ')}. Run npm run generate:documents.\n`);
  return 1;
}

void main(() => documents(process.argv.slice(2)));
