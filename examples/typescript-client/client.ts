import createClient, { type Client, createQuerySerializer } from 'openapi-fetch';
import { type paths } from './places.js';

/** What is asked for: everything comes in XML as well. */
type Json = 'application/json' | 'application/problem+json';

/** A client of the directory; parameters and answers have the types of its OpenAPI document. */
export type DirectoryClient = Client<paths, Json>;

/** @param token an access token of the kind that the operations take */
export function directoryClient(baseUrl: string, token: string): DirectoryClient {
  return createClient<paths, Json>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    querySerializer: asQuery,
  });
}

/** Parameters that stand once for each of their values; other lists are one value, with commas. */
const repeatable = ['fq', 'facet.field'];
const repeated = createQuerySerializer({ array: { style: 'form', explode: true } });
const joined = createQuerySerializer({ array: { style: 'form', explode: false } });

/** A query as the document's `explode` says: openapi-fetch would repeat every parameter that is a list. */
function asQuery(query: object): string {
  return Object.entries(query)
    .map(([name, value]) => (repeatable.includes(name) ? repeated : joined)({ [name]: value as unknown }))
    .filter((text) => text !== '')
    .join('&');
}

/** A form as the token endpoint reads it. */
const asForm = (fields: object): URLSearchParams => new URLSearchParams(Object.entries(fields));

type Fields = NonNullable<
  paths['/v2/oauth/token']['post']['requestBody']
>['content']['application/x-www-form-urlencoded'];

/** A token for what is known of a client and perhaps of a user (RFC 6749). */
export async function getToken(baseUrl: string, fields: Fields): Promise<string> {
  const { data, error } = await createClient<paths, Json>({ baseUrl }).POST('/v2/oauth/token', {
    body: fields,
    bodySerializer: asForm,
  });
  if (!data) throw new Error(`No token: ${JSON.stringify(error)}`);
  return data.access_token;
}
