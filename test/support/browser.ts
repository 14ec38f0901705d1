import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

interface Program {
  executablePath: string;
  env?: Record<string, string>;
}

/** Draws maps (WebGL) without a graphics card. The rest of a page takes twice as long to draw if it goes the same way. */
const drawing = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'];

/** Pages live for seconds: to optimize their scripts, and to collect garbage and draw in further threads, takes longer than it saves. */
const shortLived = ['--js-flags=--no-opt,--single-threaded-gc,--no-concurrent-recompilation', '--num-raster-threads=1'];

/** Names of other servers do not exist, so that pages wait for none. */
const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/** Starts Chromium: that of CHROME_PATH, else the one that npm brings for Linux, else one that is installed. */
export async function launchBrowser(): Promise<Browser> {
  const failures: string[] = [];
  for (const find of [...places()]) {
    try {
      // Containers run as root, where Chromium's own sandbox does not start; it sees nothing but our pages.
      return await chromium.launch({ ...find(), args: ['--no-sandbox', offline, ...drawing, ...shortLived] });
    } catch (error) {
      failures.push(String(error));
    }
  }
  throw new Error(`No Chromium starts here; name one in CHROME_PATH.\n${failures.join('\n')}`);
}

function places(): (() => Program)[] {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== '') return [() => ({ executablePath: named })];
  const carried = process.platform === 'linux' && process.arch === 'x64' ? [unpacked] : [];
  return [...carried, ...installed().map((executablePath) => () => ({ executablePath }))];
}

function installed(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const usual = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), usual].filter(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The Chromium of the package, with the libraries that a bare Linux lacks. The package would unpack it itself, but to a
 * place that others share, and would take half a one for a whole one.
 */
function unpacked(): Program {
  const packed = join(require.resolve('@sparticuz/chromium'), '../../../bin');
  const home = join(tmpdir(), `place-directory-chromium-${process.getuid?.() ?? ''}-${version()}-webgl`);
  if (!existsSync(home)) {
    const draft = mkdtempSync(`${home}-`);
    mkdirSync(join(draft, 'lib'));
    writeFileSync(join(draft, 'chromium'), inflate(join(packed, 'chromium.br')), { mode: 0o755 });
    for (const libraries of ['al2023.tar.br', 'swiftshader.tar.br'])
      execFileSync('tar', ['-x', '-C', draft], { input: inflate(join(packed, libraries)) });
    try {
      renameSync(draft, home);
    } catch (error) {
      // Another one was faster.
      if (!existsSync(home)) throw error;
    }
  }
  return {
    executablePath: join(home, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: join(home, 'lib') },
  };
}

function version(): string {
  const file = join(require.resolve('@sparticuz/chromium'), '../../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function inflate(file: string): Buffer {
  return brotliDecompressSync(readFileSync(file));
}
