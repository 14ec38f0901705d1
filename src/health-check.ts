// Asks the service in the same container whether it is ready: the image has no program that could.
const port = process.env.ADMIN_PORT || process.env.PORT || '3000'; // eslint-disable-line @typescript-eslint/prefer-nullish-coalescing -- empty is as good as absent

fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
