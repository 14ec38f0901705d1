import { createHash } from 'node:crypto';

/** A short text that is the same for the same content, whatever the order in which its members are written. */
export function checksum(content: object): string {
  return createHash('sha256').update(JSON.stringify(content, inOrder)).digest('base64url');
}

function inOrder(_member: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
