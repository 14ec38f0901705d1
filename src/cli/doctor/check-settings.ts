import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Environment } from '../../config/environment.js';
import { MapFile } from '../../base-map/map-file.js';
import { readSynonyms } from '../../places/synonyms/synonym-file.js';
import { attempt, deadlineMs, type Finding, ok, warning, failed } from './finding.js';
import { type WorkingCredentials } from '../../demonstration/working-credentials.js';
import { countOf } from '../visible-text.js';

/** Checks the files that the service reads at its start. They must be those of the machine on which it runs. */
export function checkFiles({
  SEARCH_SYNONYMS: synonyms = 'none',
  MAP_PMTILES: map,
}: Pick<Environment, 'SEARCH_SYNONYMS' | 'MAP_PMTILES'>): Promise<Finding[]>[] {
  const remedy = 'The service does not start with it. Correct the file, or the setting.';
  const synonymsOf = (path: string): Finding => {
    const { size } = readSynonyms(path).synonyms;
    return size > 0
      ? ok('SEARCH_SYNONYMS', `${countOf(size, 'synonym')} in ${path}`)
      : warning('SEARCH_SYNONYMS', `${path} has no synonyms`, 'Add lines, or set SEARCH_SYNONYMS=none.');
  };
  const mapIn = (path: string): Finding => {
    new MapFile({ MAP_PMTILES: path });
    return ok('MAP_PMTILES', `${path} is a map`);
  };
  return [
    ...(synonyms === 'none' ? [] : [attempt('SEARCH_SYNONYMS', remedy, () => synonymsOf(synonyms))]),
    ...(map === undefined ? [] : [attempt('MAP_PMTILES', remedy, () => mapIn(map))]),
  ];
}

/** Needs PostgreSQL only. Checks what the start of production checks. */
export function checkDemonstration(
  credentials: WorkingCredentials,
  { NODE_ENV }: Pick<Environment, 'NODE_ENV'>,
): Promise<Finding[]> {
  const check = 'demonstration';
  return attempt(check, 'Correct the failures above first.', async () => {
    const found = await credentials.find();
    if (found.length === 0) return ok(check, 'none of its public credentials works');
    if (NODE_ENV !== 'production') {
      const names = found.map(({ reason }) => reason.split(' ').slice(0, 2).join(' '));
      return ok(check, `public credentials work (${names.join(', ')}), with which NODE_ENV=production does not start`);
    }
    return found.map(({ reason, remedies }) => failed(check, reason, `Run ${remedies.join(', or ')}.`));
  });
}

/** The service needs it in production; commands do not. */
export function checkPublicUrl({ NODE_ENV, PUBLIC_URL }: Pick<Environment, 'NODE_ENV' | 'PUBLIC_URL'>): Finding[] {
  if (NODE_ENV !== 'production') return [];
  const check = 'public address';
  if (PUBLIC_URL !== undefined) return [ok(check, PUBLIC_URL)];
  return [failed(check, 'the service does not start without it', 'Set PUBLIC_URL to the address that clients use.')];
}

const warningDays = 30;

const dayMs = 86_400_000;

/**
 * Checks how long the certificate of a server is valid.
 *
 * @param remedy for a server that does not answer, which `report` makes a failure or a warning
 */
export function checkCertificate(
  server: string,
  remedy = 'Check the address and the network.',
  report?: typeof warning,
): Promise<Finding[]> {
  const { hostname, port, host } = new URL(server);
  const check = `certificate of ${host}`;
  const examine = async (): Promise<Finding> => {
    const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) };
    const name = isIP(address.host) === 0 ? { servername: address.host } : {};
    // Only the date is read, and nothing is sent: whether the certificate is trusted is checked by the connection itself.
    const socket = connect({ ...address, ...name, rejectUnauthorized: false });
    try {
      await once(socket, 'secureConnect', { signal: AbortSignal.timeout(deadlineMs) });
      return findingOf(check, new Date(socket.getPeerCertificate().valid_to));
    } finally {
      socket.destroy();
    }
  };
  return attempt(check, remedy, examine, report);
}

function findingOf(check: string, expires: Date): Finding {
  const days = Math.floor((expires.getTime() - Date.now()) / dayMs);
  const day = expires.toISOString().slice(0, 10);
  const renewal = 'Renew it, and restart the replicas if they use its authority.';
  if (days < 0) return failed(check, `expired on ${day}`, renewal);
  return days < warningDays ? warning(check, `valid until ${day}`, renewal) : ok(check, `valid until ${day}`);
}
