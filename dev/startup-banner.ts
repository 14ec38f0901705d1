import { relative } from 'node:path';
import { formatTable, styled, type TextStream } from '../src/cli/terminal.js';

export interface StartupState {
  /** Of the service, with its port. */
  readonly address: string;
  readonly token: string;
  readonly dataDir: string;
  readonly logFile: string;
  /** Whether demonstration places and users are loaded. */
  readonly demonstration: boolean;
  readonly milliseconds: number;
}

/** What `npm start` prints once everything runs: addresses, the account to sign in with, and commands to paste. */
export function startupBanner(
  { address, token, dataDir, logFile, demonstration, milliseconds }: StartupState,
  output: TextStream = process.stdout,
): string {
  const dataDirVariable = process.env.DATA_DIR ? `DATA_DIR=${process.env.DATA_DIR} ` : '';
  const lines = formatTable([
    ['Explore', `${address}/explore`],
    ...(demonstration ? [['', 'sign in as maria@example.com, password demo-password']] : []),
    ['Try the API', `${address}/docs`],
    ['Service', `${address}/`],
    ['Commands', `${dataDirVariable}npm run cli -- --help`],
    ['Data', `${shortestPath(dataDir)}, kept between starts`],
    ['Log', shortestPath(logFile)],
  ]);
  const commands = [
    '# Search with a new token',
    `curl -s -H 'Authorization: Bearer ${token}' '${address}/v2/places?q=mercado&rows=3'`,
    '# Get another token',
    `curl -s -u demo-app:demo-app-secret -d grant_type=client_credentials ${address}/v2/oauth/token`,
  ];
  return [
    '',
    `  ${styled(output, 'bold', 'Place Directory is ready')} after ${(milliseconds / 1000).toFixed(1)} s.`,
    '',
    ...lines.split('\n').map((line) => `  ${line.replace(/http:\S+/, (link) => styled(output, 'cyan', link))}`),
    '',
    ...commands.map((line) => (line.startsWith('#') ? styled(output, 'dim', line) : line)),
    '',
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}

function shortestPath(path: string): string {
  const fromHere = relative('', path);
  return fromHere.startsWith('..') ? path : fromHere;
}
