import { type ServerResponse } from 'node:http';

/** Clients and proxies reject headers of more than some kilobytes. */
const maxLength = 8192;

/** Appends links to the `Link` header (RFC 8288). Leaves them out if the header would be too long. */
export function appendLink(response: ServerResponse, links: string): void {
  const existing = response.getHeader('Link');
  const all = existing === undefined ? links : `${String(existing)}, ${links}`;
  if (all.length <= maxLength) response.setHeader('Link', all);
}
