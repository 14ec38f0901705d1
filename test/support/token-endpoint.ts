import { ClientStore } from '../../src/auth/client-store.js';
import { type Answer, type Directory } from './directory.js';

export type Fields = Record<string, string>;

/** The secret of all clients except `oddClient`. */
export const secret = 'a~secret-with.odd_characters';

export const oddClient = { id: 'odd %+:', secret: 's:p%c ' };

/** Credentials of an ordinary client, as form fields. */
export const app = { client_id: 'app', client_secret: secret };

export const clientCredentials = { grant_type: 'client_credentials' };

/** Registers clients of all kinds, named by what they are. */
export async function registerClients(directory: Directory): Promise<void> {
  const both = ['client_credentials', 'password'];
  const clients = {
    app: {},
    [oddClient.id]: { secret: oddClient.secret },
    trusted: { trusted: true, grants: both },
    'trusted-plain': { trusted: true },
    pretender: { grants: both },
    nothing: { grants: [] },
    disabled: {},
  };
  await directory.addClients(clients, { secret, grants: ['client_credentials'] });
  await directory.app.get(ClientStore).disable('disabled');
}

export function form(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}

export function basic(id: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}` };
}

/** Sends a request to the token endpoint. Text is sent unchanged. */
export function postToken(
  directory: Directory,
  body?: Fields | string,
  headers: Fields = {},
  query = '',
): Promise<Answer> {
  return directory.request(`/v2/oauth/token${query}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : new URLSearchParams(body) }),
  });
}

/** RFC 6749, section 5.1. */
export function expectToken(
  { status, body, headers }: Answer,
  scope = 'read',
  { lifetime = 3600, refresh = false } = {},
): void {
  const token = expect.stringMatching(/^[\w-]{43}$/) as unknown;
  const expected = { access_token: token, token_type: 'bearer', expires_in: lifetime, scope };
  expect([status, body]).toEqual([200, { ...expected, ...(refresh && { refresh_token: token }) }]);
  expectUncachedJson(headers);
}

/** RFC 6749, section 5.2. */
export function expectError({ status, body, headers }: Answer, expected: number, error: string): void {
  const description = expect.stringMatching(/^[\x20-\x7E]+$/) as unknown;
  expect([status, body]).toEqual([expected, { error, error_description: description }]);
  expectUncachedJson(headers);
}

function expectUncachedJson(headers: Headers): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('pragma')).toBe('no-cache');
}

/** Expects rows in a table, and this secret in none of them. */
export async function expectNotStored(directory: Directory, table: string, secret: string): Promise<void> {
  const rows = await directory.source.query<{ row: string }[]>(`SELECT ${table}::text AS row FROM ${table}`);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
}
