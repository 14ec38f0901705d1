import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../main.js';
import { finished, run } from '../run-program.js';
import { report } from '../services/step.js';

/** The module that has oasdiff as its tool. */
const TOOL = join(__dirname, 'oasdiff');

const ACCEPTED = join(TOOL, 'accepted.txt');

/** The contract of the service. */
const CONTRACT = 'test/golden/openapi.json';

/** A route or parameter is deprecated for that long before it goes (docs/api-changes.md). */
const DEPRECATION_DAYS = '180';

/**
 * `npm run check:api [BASE CURRENT]`: fails on a change of the API that breaks clients of the last release, which is the newest tag `v…` below
 * the current commit, without its own. Reports the check as not run without such a tag, if Go is missing, or if it cannot download oasdiff.
 */
async function checkApi([base, current = CONTRACT]: readonly string[]): Promise<number> {
  const released = base === undefined ? await contractOfLastRelease() : readFileSync(base, 'utf8');
  if (released === undefined) {
    report('not run: breaking changes of the API (no release has a tag v… with a contract)');
    return 0;
  }
  const oasdiff = await buildOasdiff();
  if (oasdiff === undefined) {
    report('not run: breaking changes of the API (need Go, and the modules of oasdiff)');
    return 0;
  }
  const options = ['--flatten-allof', '--format', 'singleline', '--deprecation-days-stable', DEPRECATION_DAYS];
  const folder = mkdtempSync(join(tmpdir(), 'api-changes-'));
  try {
    const files = [
      withoutConst(released, join(folder, 'base.json')),
      withoutConst(readFileSync(current, 'utf8'), join(folder, 'current.json')),
    ];
    report(await run([oasdiff, 'breaking', '--fail-on', 'ERR', '--err-ignore', ACCEPTED, ...options, ...files]));
    return 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns the path of the program, which Go builds; undefined if Go or the modules are missing */
async function buildOasdiff(): Promise<string | undefined> {
  // Go may write more after the path.
  return run(['go', 'tool', '-C', TOOL, '-n', 'oasdiff']).then(
    (output) => output.split('\n')[0],
    () => undefined,
  );
}

/** @returns undefined without a tag of a release, or if that release had no contract */
async function contractOfLastRelease(): Promise<string | undefined> {
  const newestTag = ['describe', '--tags', '--abbrev=0', '--match', 'v*'];
  // A release is compared with the one before it.
  const isRelease = (await git(...newestTag, '--exact-match')) !== undefined;
  const tag = await git(...newestTag, isRelease ? 'HEAD^' : 'HEAD');
  return tag && git('show', `${tag.trim()}:${CONTRACT}`);
}

async function git(...args: string[]): Promise<string | undefined> {
  const { status, output } = await finished(spawn('git', args));
  return status === 0 ? output : undefined;
}

/**
 * Writes a contract as generators of clients read it: with `enum: [x]` for `const: x`, which means the same, and with booleans
 * that may have one value only as usual ones.
 */
function withoutConst(contract: string, file: string): string {
  const reviver = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('const' in value)) return value;
    const { const: only, ...rest } = value;
    return typeof only === 'boolean' ? rest : { ...rest, enum: [only] };
  };
  writeFileSync(file, JSON.stringify(JSON.parse(contract, reviver)));
  return file;
}

void main(() => checkApi(process.argv.slice(2)));
