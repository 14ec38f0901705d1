import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startScript } from './swagger.page.js';

const folder = dirname(require.resolve('swagger-ui-dist/package.json'));

const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'oauth2-redirect.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
  'start.js': 'text/javascript; charset=utf-8',
};

/** A file that the pages load; undefined for any other name. */
export async function asset(name: string): Promise<{ type: string; body: Buffer } | undefined> {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) return undefined;
  const body = name === 'start.js' ? Buffer.from(startScript) : await readFile(join(folder, name));
  return { type, body };
}
