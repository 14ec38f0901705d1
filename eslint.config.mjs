import jest from 'eslint-plugin-jest';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Names that were replaced by the field's terms. */
const retiredNames = [
  ...['Gate', 'Kept', 'Keeping', 'Keeper', 'Told', 'Reading', 'Ways', 'Revisions', 'Missing', 'Refused', 'Door'],
  ...['risen', 'begun', 'beginnings', 'parted', 'welcome', 'spending', 'stretch', 'recognise', 'refuse', 'refused'],
  ...['crowd', 'discretion', 'refusal', 'tally', 'untold', 'wholeName', 'withPatience', 'Doorway', 'AnswerCache'],
];

/** Assertions that a missing value meets, too. */
const weakAssertions = [
  {
    selector: `CallExpression[callee.property.name=/^toBe(Less|Greater|Close)/] LogicalExpression[operator='??'][right.name!='NaN']`,
    message: 'A missing value must not be within the bound: write `?? NaN`, which is within none.',
  },
  {
    selector: `CallExpression[callee.property.name='toBeUndefined'][callee.object.arguments.0.type='ChainExpression']`,
    message: 'It is undefined, too, if the object before `?.` is missing: assert what there is.',
  },
  {
    selector: `CallExpression[callee.object.property.name='not'][callee.object.object.arguments.0.type='ChainExpression']`,
    message: 'It holds, too, if the object before `?.` is missing: assert what there is.',
  },
];

/** Matchers that many values meet. */
const weakMatchers = ['toBeTruthy', 'toBeFalsy', 'toBeDefined', 'not.toBeUndefined', 'not.toBeNull'];

export default tseslint.config(
  {
    ignores: [
      'dist',
      '.data',
      'coverage',
      'src/places/query/grammar/filter-parser.*',
      'src/explore/assets',
      'examples/typescript-client/places.d.ts',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Nest's modules are classes that only carry a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Nest types its options as classes and documents them as plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'id-denylist': ['error', ...retiredNames],
      'no-console': 'error',
      'max-lines': ['error', 500],
      eqeqeq: 'error',
    },
  },
  {
    // A migration is one step, and does not change once it is released.
    files: ['src/database/migrations/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/config/**', 'src/main.ts', 'src/observability/health-check.ts', 'src/cli/main.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read in src/config; ask for its values.' },
      ],
    },
  },
  {
    files: ['src/cli/**/*.ts'],
    ignores: ['src/cli/private-file.ts', '**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            ...['node:fs', 'fs'].map((name) => ({
              name,
              allowImportNames: ['createReadStream', 'existsSync', 'readdirSync', 'readFileSync', 'statSync'],
              allowTypeImports: true,
              message: 'Commands write files by src/cli/private-file.ts, so that only their owner can read them.',
            })),
            ...['node:fs/promises', 'fs/promises'].map((name) => ({
              name,
              allowImportNames: ['mkdtemp', 'readFile', 'rename', 'rm', 'stat'],
              allowTypeImports: true,
              message: 'Commands write files by src/cli/private-file.ts, so that only their owner can read them.',
            })),
          ],
        },
      ],
    },
  },
  {
    files: ['src/cli/**/*.ts'],
    ignores: ['src/cli/main.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read in src/config; ask for its values.' },
        ...['stdout', 'stderr'].map((property) => ({
          object: 'process',
          property,
          message: 'Commands print by src/cli/terminal.ts, which escapes control characters.',
        })),
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'web/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts'],
    plugins: { regexp },
    rules: {
      // Most texts come from outside: a text of 100 KB would stop the process for seconds.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    plugins: { jest },
    rules: {
      // A test that does not run, or asserts nothing, is green whatever the service does.
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-commented-out-tests': 'error',
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'fc.assert'] }],
      'jest/valid-expect': 'error',
      'jest/valid-expect-in-promise': 'error',
      'jest/no-identical-title': 'error',
      // test/support/has-assertions.ts fails tests whose loops or callbacks with assertions did not run.
      'jest/require-to-throw-message': 'error',
      'jest/no-restricted-matchers': [
        'error',
        Object.fromEntries(weakMatchers.map((matcher) => [matcher, 'Assert the value.'])),
      ],
      'no-restricted-syntax': ['error', ...weakAssertions],
      'no-restricted-properties': [
        'error',
        ...['it', 'test'].map((object) => ({ object, property: 'todo', message: 'Write the test, or an issue.' })),
      ],
      // Jest's matchers and supertest's bodies are typed as any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Rows are plain objects for TypeORM, whatever class describes them.
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  {
    files: ['**/*.spec.ts'],
    ignores: ['test/e2e/**'],
    plugins: { jest },
    rules: { 'jest/no-conditional-expect': 'error' },
  },
);
