import { relative } from 'node:path';

export interface StartupState {
  readonly port: number;
  readonly token: string;
  readonly dataDir: string;
  readonly logFile: string;
  /** Whether demonstration places and users are loaded. */
  readonly demonstration: boolean;
  readonly milliseconds: number;
}

/** What `npm start` prints once everything runs: commands to paste. */
export function startupBanner({ port, token, dataDir, logFile, demonstration, milliseconds }: StartupState): string {
  const address = `http://localhost:${port}`;
  const get = (path: string): string => `  curl -s -H 'Authorization: Bearer ${token}' '${address}${path}'`;
  const dataDirVariable = process.env.DATA_DIR ? `DATA_DIR=${process.env.DATA_DIR} ` : '';
  return [
    '',
    `The service runs on ${address} (started in ${(milliseconds / 1000).toFixed(1)} s). Search for places:`,
    get('/v2/places?q=mercado&rows=3'),
    ...(demonstration ? ['Get a user:', get('/v2/users/maria')] : []),
    ...(demonstration
      ? [`Open the page in a browser and sign in as maria@example.com with demo-password:`, `  ${address}/explore`]
      : []),
    'Get another token:',
    `  curl -s -u demo-app:demo-app-secret -d grant_type=client_credentials ${address}/v2/oauth/token`,
    'Import, reindex, manage clients and tokens, in a second terminal in this folder:',
    `  ${dataDirVariable}npm run cli -- --help`,
    '',
    `Data: ${shortestPath(dataDir)} (kept between starts). Log: ${shortestPath(logFile)}. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}

function shortestPath(path: string): string {
  const fromHere = relative('', path);
  return fromHere.startsWith('..') ? path : fromHere;
}
