import { relative } from 'node:path';

export interface Welcome {
  readonly port: number;
  readonly token: string;
  readonly dataDir: string;
  readonly logFile: string;
  /** Whether the demonstration places and users are there. */
  readonly demonstration: boolean;
  readonly milliseconds: number;
}

/** What a newcomer reads once everything runs: lines to paste. */
export function welcome({ port, token, dataDir, logFile, demonstration, milliseconds }: Welcome): string {
  const address = `http://localhost:${port}`;
  const get = (path: string): string => `  curl -s -H 'Authorization: Bearer ${token}' '${address}${path}'`;
  const elsewhere = process.env.DATA_DIR ? `DATA_DIR=${process.env.DATA_DIR} ` : '';
  return [
    '',
    `The service runs on ${address} after ${(milliseconds / 1000).toFixed(1)} s. Search for places:`,
    get('/v2/places?q=mercado&rows=3'),
    ...(demonstration ? ['Look at a user:', get('/v2/users/maria')] : []),
    ...(demonstration
      ? [`Look around with a browser, as maria@example.com with demo-password:`, `  ${address}/explore`]
      : []),
    'Get another token, as any client does:',
    `  curl -s -u demo-app:demo-app-secret -d grant_type=client_credentials ${address}/v2/oauth/token`,
    'Import, reindex, make clients and tokens, from a second terminal in this folder:',
    `  ${elsewhere}npm run cli -- --help`,
    '',
    `The data stays in ${shortest(dataDir)} between starts, the log is ${shortest(logFile)}. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}

function shortest(path: string): string {
  const fromHere = relative('', path);
  return fromHere.startsWith('..') ? path : fromHere;
}
