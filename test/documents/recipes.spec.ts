import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stepsOf } from '../recipes/steps.js';

const folder = 'docs/recipes';

const changes = readdirSync(folder).flatMap((name) =>
  stepsOf(join(folder, name)).flatMap((step) => {
    if (step.kind !== 'change') return [];
    return [[name, /^\+\+\+ b\/(.*)$/m.exec(step.patch)?.[1] ?? '', step.patch] as const];
  }),
);

/** `npm run test:recipes` also runs their commands, which takes a quarter of an hour. */
describe('the changes of the recipes', () => {
  it.each(changes)('apply to the files as they are: %s, %s', (_name, _path, patch) => {
    const { status, stderr } = spawnSync('git', ['apply', '--check', '-C1', '-'], { input: patch, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});
