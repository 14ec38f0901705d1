/** What browsers of other origins may read of an answer. */
const exposedHeaders = [
  'Link',
  'ETag',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Ignored-Parameters',
  'X-Request-Id',
];

/** How calls from browsers of these origins are answered. */
export function crossOrigin(origins: readonly string[]) {
  return { origin: [...origins], credentials: true, methods: ['GET', 'HEAD', 'POST'], exposedHeaders, maxAge: 600 };
}

/** The same for an answer that no middleware sees: names and values in turn. */
export function crossOriginHeaders(origins: readonly string[], origin: string | undefined): string[] {
  if (origin === undefined || !origins.includes(origin)) return [];
  return [
    ...['Access-Control-Allow-Origin', origin],
    ...['Access-Control-Allow-Credentials', 'true'],
    ...['Access-Control-Expose-Headers', exposedHeaders.join(',')],
  ];
}
