import { certificateExpiry } from '../../observability/certificate-expiry.js';
import { attempt, failed, type Finding, ok, warning } from './finding.js';

const warningDays = 30;
const dayMs = 86_400_000;

/** Checks how long the certificate of a node of Elasticsearch is valid. */
export function checkNodeCertificate(address: URL): Promise<Finding[]> {
  return attempt(checkOf(address), 'Check the address and the network.', () => examine(address));
}

/** Checks how long the certificate of the service is valid. Not every network lets its own machines reach it that way. */
export function checkPublicCertificate(address: URL): Promise<Finding[]> {
  const remedy = 'Normal if this network cannot reach PUBLIC_URL. Else check the address.';
  return attempt(checkOf(address), remedy, () => examine(address), warning);
}

const checkOf = ({ host }: URL) => `certificate of ${host}`;

async function examine(address: URL): Promise<Finding[]> {
  const check = checkOf(address);
  const expires = await certificateExpiry(address);
  const days = Math.floor((expires.getTime() - Date.now()) / dayMs);
  const detail = `valid until ${expires.toISOString().slice(0, 10)}`;
  const remedy = 'Renew it, and restart the replicas if they use its authority.';
  if (days < 0) return [failed(check, `expired on ${expires.toISOString().slice(0, 10)}`, remedy)];
  return [days < warningDays ? warning(check, detail, remedy) : ok(check, detail)];
}
