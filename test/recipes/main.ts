import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../dev/main.js';
import { report, step } from '../../dev/services/step.js';
import { Copy } from './copy.js';
import { stepsOf } from './steps.js';

/**
 * `npm run test:recipes [NAME...]`: runs `npm ci`, `npm start` and the recipes of docs/recipes, word for word, on a copy of
 * the repository. It takes a quarter of an hour.
 */
async function recipes(names: readonly string[]): Promise<number> {
  const copy = new Copy();
  try {
    await step(report, 'npm ci', () => copy.follow({ kind: 'run', command: 'npm ci --no-audit --no-fund' }));
    const output = await step(report, 'npm start, and its search', () => copy.start());
    if (!output.includes('"found"')) throw new Error(`The search of the startup banner prints: ${output}`);
    for (const name of readdirSync('docs/recipes').sort()) {
      if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
      for (const each of stepsOf(join('docs/recipes', name))) {
        if (each.kind === 'run') await step(report, `${name}: ${each.command}`, () => copy.follow(each));
        else await copy.follow(each);
      }
    }
    return 0;
  } finally {
    copy.remove();
  }
}

void main(() => recipes(process.argv.slice(2)));
