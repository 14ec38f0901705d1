import { connect } from 'node:net';
import { attempt, type Finding, ok, warning } from './finding.js';

const timeoutMs = 5000;

/** Checks that each node can be reached. The client uses those that can, and says nothing of the others. */
export async function checkAddresses(nodes: readonly string[]): Promise<Finding[]> {
  const remedy = 'The service works with the other nodes. Start this one, or correct ELASTICSEARCH_URL.';
  const findings = nodes.map(async (node) => {
    const address = new URL(node);
    const check = `address ${address.host}`;
    const isReachable = () => reach(address).then(() => [ok(check, 'reachable')]);
    return attempt(check, remedy, isReachable, warning);
  });
  return (await Promise.all(findings)).flat();
}

/** Connects, and sends nothing. @throws Error if that is not possible within five seconds */
export function reach({ protocol, hostname, port }: URL): Promise<void> {
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
