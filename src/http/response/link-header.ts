import { type ServerResponse } from 'node:http';

/**
 * Bytes of headers whose length depends on the request or the data. A stock nginx takes 4 KB for all headers of a response, and
 * responds 502 to more; ours stay under 3 KB together.
 */
export const headerLimits = { link: 1200, licenses: 600, ignoredParameters: 400, allowHeaders: 1000, location: 1200 };

/** Appends links to the `Link` header (RFC 8288). Leaves them out if it had more bytes then than `limit`. */
export function appendLink(response: ServerResponse, links: string, limit = headerLimits.link): void {
  if (links === '' || links.length > roomForLinks(response, limit)) return;
  const existing = response.getHeader('Link');
  response.setHeader('Link', existing === undefined ? links : `${String(existing)}, ${links}`);
}

/** How many bytes can be appended to the `Link` header. */
export function roomForLinks(response: ServerResponse, limit = headerLimits.link): number {
  const existing = response.getHeader('Link');
  return existing === undefined ? limit : limit - String(existing).length - ', '.length;
}
