import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encodingFor } from '../../http/pipeline/compression.js';
import { compressBody, type CompressedBody } from '../../http/response/compressed-body.js';
import { startScript } from './start-script.js';

const folder = dirname(require.resolve('swagger-ui-dist/package.json'));

const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'oauth2-redirect.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
  'start.js': 'text/javascript; charset=utf-8',
};

/** Files by encoding and name. All requests share one buffer, so slow readers do not multiply memory. */
const loaded = new Map<string, Promise<CompressedBody>>();

/**
 * A file of Swagger UI, compressed as `Accept-Encoding` allows.
 *
 * @param options `fillsClients`: whether the script fills in the demonstration clients
 * @returns undefined for an unknown name
 */
export async function asset(
  name: string,
  { accepted, fillsClients }: { accepted: string | undefined; fillsClients: boolean },
): Promise<(CompressedBody & { type: string }) | undefined> {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) return undefined;
  const key = `${encodingFor(accepted) ?? ''} ${fillsClients} ${name}`;
  const read = async () => (name === 'start.js' ? startScript(fillsClients) : readFile(join(folder, name)));
  return { type, ...(await (loaded.get(key) ?? load(key, read, accepted))) };
}

function load(
  key: string,
  read: () => Promise<string | Buffer>,
  accepted: string | undefined,
): Promise<CompressedBody> {
  const file = read().then((content) => compressBody(content, accepted));
  loaded.set(key, file);
  file.catch(() => loaded.delete(key));
  return file;
}
