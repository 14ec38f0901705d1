import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../dev/main.js';
import { step, type Report } from '../../dev/services/step.js';
import { Copy } from './copy.js';
import { stepsOf } from './steps.js';

const report: Report = (line) => process.stdout.write(`${line}\n`);

/**
 * `npm run test:recipes [NAME...]`: a newcomer's way on a copy of the repository, `npm ci && npm start` and then each recipe
 * of docs/recipes, word for word. It takes a quarter of an hour.
 */
async function recipes(names: readonly string[]): Promise<number> {
  const copy = new Copy();
  try {
    await step(report, 'npm ci', () => copy.follow({ kind: 'run', command: 'npm ci --no-audit --no-fund' }));
    const answer = await step(report, 'npm start, and its search', () => copy.start());
    if (!answer.includes('"found"')) throw new Error(`The search that npm start proposes answers: ${answer}`);
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
