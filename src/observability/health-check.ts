// The container's health check: exits with 0 if the process responds, whether it is ready or not. The image has neither curl nor wget.
const { LISTEN_ADDRESS: address = '' } = process.env;

// Any other value listens on the loopback address, too.
const isSpecific = !['', 'all', 'localhost', '0.0.0.0', '::'].includes(address);

const host = isSpecific ? (address.includes(':') ? `[${address}]` : address) : '127.0.0.1';

const port = process.env.ADMIN_PORT || process.env.PORT || '3000'; // oxlint-disable-line typescript/prefer-nullish-coalescing -- an empty variable counts as unset

fetch(`http://${host}:${port}/health/live`, { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
