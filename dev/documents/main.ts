import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { main } from '../main.js';
import { StartFailure } from '../services/start-failure.js';
import { endpointList, environmentExample, settingLists } from './lists.js';

/** The lists that are generated from the code, by document. */
const lists: Readonly<Record<string, () => string>> = {
  'docs/operations/configuration.md': settingLists,
  'docs/endpoints.md': endpointList,
};

const listPattern = /(<!-- Made by dev\/documents. -->\n).*?(<!-- Until here. -->)/s;

/** `npm run generate -- documents` writes the lists and `.env.example`. With `--check` it only names outdated files. */
async function documents(args: string[]): Promise<number> {
  const stale: string[] = [];
  const update = (file: string, text: string) => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
    stale.push(file);
    if (!args.includes('--check')) writeFileSync(file, text);
  };
  for (const [file, list] of Object.entries(lists)) {
    const text = readFileSync(file, 'utf8');
    if (!listPattern.test(text)) throw new StartFailure(`${file} lacks the markers of its list.`);
    const written = text.replace(listPattern, (_, begin: string, end: string) => `${begin}\n${list()}\n\n${end}`);
    update(file, (await format(file, written, { embeddedLanguageFormatting: 'off' })).code);
  }
  update('.env.example', environmentExample());
  if (!args.includes('--check') || stale.length === 0) return 0;
  process.stderr.write(`Outdated: ${stale.join(', ')}. Run npm run generate -- documents.\n`);
  return 1;
}

void main(() => documents(process.argv.slice(2)));
