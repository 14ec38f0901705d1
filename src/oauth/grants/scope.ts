import { type Client, scopesOf } from '../../auth/client-store.js';

/** Splits the parameter `scope`: names are separated by spaces (RFC 6749, section 3.3), by older clients with commas. */
export function parseScope(scope: string | undefined): string[] {
  return scope?.split(/[\s,]+/).filter(Boolean) ?? [];
}

/**
 * The scope to grant. Names that the client may not have, or that do not exist, are dropped.
 *
 * @param requested if empty, the client gets all scopes that it may have
 * @returns empty if none of the requested names can be granted
 */
export function grantableScope(requested: readonly string[], client: Pick<Client, 'trusted'>): string[] {
  return requested.length === 0 ? scopesOf(client) : limitScope(requested, client);
}

/** Drops from a scope the names that the client may not have. What it may have can change after the scope was granted. */
export function limitScope(scope: readonly string[], client: Pick<Client, 'trusted'>): string[] {
  return scopesOf(client).filter((name) => scope.includes(name));
}
