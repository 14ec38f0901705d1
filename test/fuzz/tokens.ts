import { StartFailure } from '../../dev/services/start-failure.js';

const trusted = 'demo-trusted:demo-trusted-secret';
const grants: readonly (readonly [client: string, parameters: Record<string, string>])[] = [
  ['demo-app:demo-app-secret', { grant_type: 'client_credentials' }],
  [trusted, { grant_type: 'client_credentials' }],
  [trusted, { grant_type: 'password', username: 'maria@example.com', password: 'demo-password', scope: 'read' }],
];

/** A token of each kind: of an application, of a trusted client, of a user. */
export function demonstrationTokens(url: string): Promise<string[]> {
  return Promise.all(
    grants.map(async ([client, parameters]) => {
      const response = await fetch(`${url}/v2/oauth/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from(client).toString('base64')}` },
        body: new URLSearchParams(parameters),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (token === undefined) throw new StartFailure(`POST /v2/oauth/token answers ${response.status}.`);
      return token;
    }),
  );
}
