import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Copy } from '../recipes/copy.js';
import { stepsOf } from '../recipes/steps.js';
import { root } from './blocks.js';

const recipes = readdirSync(join(root, 'docs/recipes')).map((name) => {
  const steps = stepsOf(join(root, 'docs/recipes', name));
  const paths = steps.flatMap((step) => (step.kind === 'run' ? [] : [step.path]));
  return { name, steps, paths, specs: paths.filter((path) => path.endsWith('.spec.ts')) };
});

/** On a busy machine. They take ten seconds on an idle one. */
const timeoutMs = 240_000;

const isRepository = spawnSync('git', ['rev-parse'], { cwd: root }).status === 0;

/** `npm run test:slow -- recipes` also runs their commands, which takes a quarter of an hour. */
(isRepository ? describe : describe.skip)('a copy with all recipes (needs a repository of Git)', () => {
  let copy: Copy;
  beforeAll(() => {
    // Here, because Jest also calls the functions of suites that it skips.
    copy = new Copy();
    copy.linkPackages();
  });
  afterAll(() => {
    copy.remove();
  });

  it.each(recipes)('takes the files and the changes of $name', async ({ steps, specs }) => {
    expect(specs).not.toEqual([]);
    for (const step of steps) if (step.kind !== 'run') await copy.follow(step);
  });

  it(
    'passes the tests that the recipes add',
    async () => {
      const specs = recipes.flatMap((recipe) => recipe.specs);
      const jest = ['node_modules/.bin/jest', '--runInBand', '--cacheDirectory=.jest', '--runTestsByPath'] as const;
      expect(await copy.run([...jest, ...specs])).toContain(
        `Test Suites: ${specs.length} passed, ${specs.length} total`,
      );
    },
    timeoutMs,
  );

  it(
    'has correct types, in what the recipes add and change and in the whole service',
    async () => {
      const files = recipes.flatMap(({ paths }) => paths).filter((path) => path.endsWith('.ts'));
      // Types only: `oxlint` takes half the time of `tsc`.
      const options = { typeAware: true, typeCheck: true, denyWarnings: true };
      copy.write('types.json', JSON.stringify({ options, categories: { correctness: 'off' } }));
      const output = await copy.run(['node_modules/.bin/oxlint', '--config', 'types.json', 'src', ...files]);
      expect(output).toContain('Found 0 warnings and 0 errors.');
    },
    timeoutMs,
  );
});
