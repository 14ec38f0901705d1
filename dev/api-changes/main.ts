import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../main.js';
import { run, succeeds } from '../run-program.js';
import { report } from '../services/step.js';

/** The module that has oasdiff as its tool. */
const TOOL = 'dev/api-changes/oasdiff';

/** A route or parameter is deprecated for that long before it goes (docs/api-changes.md). */
const DEPRECATION_DAYS = '180';

/**
 * `npm run check:api [BASE CURRENT]`: fails on a change of the API that breaks clients of the last release. Reports the check as not run
 * if Go is missing, or cannot download oasdiff.
 */
async function checkApi([
  base = 'test/golden/openapi-released.json',
  current = 'test/golden/openapi.json',
]: readonly string[]): Promise<number> {
  const oasdiff = ['go', 'tool', '-C', TOOL, 'oasdiff'] as const;
  if (!(await succeeds(...oasdiff, '--version'))) {
    report('not run: breaking changes of the API (need Go, and the modules of oasdiff)');
    return 0;
  }
  const options = ['--flatten-allof', '--format', 'singleline', '--deprecation-days-stable', DEPRECATION_DAYS];
  const folder = mkdtempSync(join(tmpdir(), 'api-changes-'));
  try {
    const files = [withoutConst(base, join(folder, 'base.json')), withoutConst(current, join(folder, 'current.json'))];
    report(
      await run([...oasdiff, 'breaking', '--fail-on', 'ERR', '--err-ignore', 'accepted.txt', ...options, ...files]),
    );
    return 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Copies a contract as generators of clients read it: with `enum: [x]` for `const: x`, which means the same, and with booleans
 * that may have one value only as usual ones.
 */
function withoutConst(file: string, copy: string): string {
  const reviver = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('const' in value)) return value;
    const { const: only, ...rest } = value;
    return typeof only === 'boolean' ? rest : { ...rest, enum: [only] };
  };
  writeFileSync(copy, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'), reviver)));
  return copy;
}

void main(() => checkApi(process.argv.slice(2)));
