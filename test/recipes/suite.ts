import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Suite } from '../slow/suite.js';
import { Copy } from './copy.js';
import { stepsOf } from './steps.js';

/**
 * Runs `npm ci`, `npm start` and the recipes of docs/recipes, word for word, on a copy of the repository. The arguments select
 * recipes by words of their names.
 */
export const recipes: Suite = {
  name: 'recipes',
  minutes: 15,
  run: async (run) => {
    const chosen = run.select(readdirSync('docs/recipes').map((name) => ({ name })));
    const copy = new Copy(run.abort);
    const timed = async <T>(recipe: string, command: string, work: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await work();
      run.row({ recipe, command, duration: `${((performance.now() - began) / 1000).toFixed(0)} s` });
      return result;
    };
    try {
      await timed('', 'npm ci', () => copy.run(['npm', 'ci', '--no-audit', '--no-fund']));
      const output = await timed('', 'npm start, and its search', () => copy.start());
      run.expect(output.includes('"found"'), `The search of the startup banner prints: ${output}`);
      for (const { name } of chosen) {
        for (const step of stepsOf(join('docs/recipes', name))) {
          if (step.kind === 'run') await timed(name, step.command, () => copy.follow(step));
          else await copy.follow(step);
          run.did(step.kind === 'run' ? 'commands' : 'files and changes');
        }
        run.did('recipes');
      }
    } finally {
      copy.remove();
    }
  },
};
