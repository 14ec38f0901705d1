import { connect } from 'node:net';
import { type Environment } from '../../config/environment.js';
import { tracesDestination } from '../../config/traces.js';
import { MapFile } from '../../base-map/map-file.js';
import { readSynonyms } from '../../places/synonyms/synonym-file.js';
import { attempt, type Finding, ok, warning, failed } from './finding.js';
import { type WorkingCredentials } from '../../demonstration/working-credentials.js';
import { type Client, type ClientStore, grantsOf } from '../../auth/client-store.js';
import { certificateExpiry } from './certificate-expiry.js';
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

/** Checks that the collector of traces can be reached. Without it the service works, and its traces are lost. */
export function checkTraces(variables: NodeJS.ProcessEnv): Promise<Finding[]> {
  const remedy = 'Traces are lost. Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT.';
  const check = 'traces';
  const run = async (): Promise<Finding | Finding[]> => {
    const destination = tracesDestination(variables);
    if (destination === undefined) return [];
    if (destination === 'console') return ok(check, 'go to standard output');
    await reach(destination);
    return ok(check, `${destination.host} can be reached`);
  };
  return attempt(check, remedy, run, warning);
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

type Settings = Pick<Environment, 'OAUTH_PASSWORD_GRANT' | 'OAUTH_WITHOUT_PKCE'>;

/** What only old clients do, by the setting that allows it. */
const exceptions: Record<keyof Settings, { what: string; end: string; has: (client: Client) => boolean }> = {
  OAUTH_PASSWORD_GRANT: {
    what: 'the password grant',
    end: 'clients update ID --grants …',
    has: (client) => grantsOf(client).includes('password'),
  },
  OAUTH_WITHOUT_PKCE: {
    what: 'sign-in without PKCE',
    end: 'clients update ID --pkce',
    has: ({ pkce }) => !pkce,
  },
};

/** Checks that clients are registered for what the settings allow, and the settings allow what clients need. */
export function checkClients(store: ClientStore, settings: Settings): Promise<Finding[]> {
  return attempt('clients', 'Correct the failures above first.', async () => {
    const clients = (await store.list()).filter(({ disabled }) => disabled === undefined);
    return (['OAUTH_PASSWORD_GRANT', 'OAUTH_WITHOUT_PKCE'] as const).map((setting) => {
      const ids = clients.filter(exceptions[setting].has).map(({ id }) => id);
      return checkSetting(setting, settings[setting], ids);
    });
  });
}

function checkSetting(setting: keyof Settings, isOn: boolean, ids: readonly string[]): Finding {
  const { what, end } = exceptions[setting];
  const names = ids.slice(0, 5).join(', ') + (ids.length > 5 ? ` and ${ids.length - 5} more` : '');
  if (isOn && ids.length === 0)
    return warning(setting, `on, but no client is registered for ${what}`, 'Remove the setting.');
  if (isOn || ids.length === 0) return ok(setting, isOn ? `${what} is allowed to ${names}` : `${what} is off`);
  const remedy = `They fail. If they need it, set ${setting}=true for the service and its commands, else run ${end}.`;
  return warning(setting, `off, but registered for ${what}: ${names}`, remedy);
}

const timeoutMs = 5000;

/** Checks that a node can be reached. The client uses those that can, and says nothing of the others. */
export function checkAddress(node: string): Promise<Finding[]> {
  const remedy = 'The service works with the other nodes. Start this one, or correct ELASTICSEARCH_URL.';
  const address = new URL(node);
  const check = `address ${address.host}`;
  return attempt(check, remedy, () => reach(address).then(() => ok(check, 'reachable')), warning);
}

/** Connects, and sends nothing. @throws Error if that is not possible within five seconds */
function reach({ protocol, hostname, port }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) }, () => {
      socket.destroy();
      resolve();
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no response within ${timeoutMs / 1000} s`)));
    socket.once('error', reject);
  });
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
  const address = new URL(server);
  const check = `certificate of ${address.host}`;
  const examine = async (): Promise<Finding> => {
    const expires = await certificateExpiry(address);
    const days = Math.floor((expires.getTime() - Date.now()) / dayMs);
    const day = expires.toISOString().slice(0, 10);
    const renewal = 'Renew it, and restart the replicas if they use its authority.';
    if (days < 0) return failed(check, `expired on ${day}`, renewal);
    return days < warningDays ? warning(check, `valid until ${day}`, renewal) : ok(check, `valid until ${day}`);
  };
  return attempt(check, remedy, examine, report);
}
