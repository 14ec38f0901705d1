import createClient, { type Client } from 'openapi-fetch';
import { type paths } from './places.js';

export type { components, operations, paths } from './places.js';

/** The media types that the client reads. The service also writes XML. */
type Json = 'application/json' | 'application/problem+json';

/** A client whose parameters and responses have the types of the OpenAPI document. */
export type DirectoryClient = Client<paths, Json>;

/** @param token an access token of a kind that the called operations accept */
export function directoryClient(baseUrl: string, token: string): DirectoryClient {
  return createClient<paths, Json>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
  });
}

/** Serializes a form for the token endpoint. */
const asForm = (fields: object): URLSearchParams => new URLSearchParams(Object.entries(fields));

type Fields = NonNullable<
  paths['/v2/oauth/token']['post']['requestBody']
>['content']['application/x-www-form-urlencoded'];

/**
 * Requests an access token (RFC 6749).
 *
 * @param fields the grant and its credentials
 */
export async function getToken(baseUrl: string, fields: Fields): Promise<string> {
  const { data, error } = await createClient<paths, Json>({ baseUrl }).POST('/v2/oauth/token', {
    body: fields,
    bodySerializer: asForm,
  });
  if (!data) throw new Error(`No token: ${JSON.stringify(error)}`);
  return data.access_token;
}
