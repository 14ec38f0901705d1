// The container's health check: exits with 0 if the service is ready. The image has neither curl nor wget.
const port = process.env.ADMIN_PORT || process.env.PORT || '3000'; // eslint-disable-line @typescript-eslint/prefer-nullish-coalescing -- an empty variable counts as unset

fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2500) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
