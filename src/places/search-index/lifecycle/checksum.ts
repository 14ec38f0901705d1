import { createHash } from 'node:crypto';

/** A hash of the content that does not depend on the order of members. */
export function checksum(content: object): string {
  return createHash('sha256').update(JSON.stringify(content, sortMembers)).digest('base64url');
}

function sortMembers(_member: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
