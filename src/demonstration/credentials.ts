import { type ClientRegistration } from '../auth/client-store.js';

/** Any port of the loopback address matches (RFC 8252, section 7.3). */
const redirectUris = ['http://127.0.0.1/callback', 'http://[::1]/callback'];

/** A client of the demonstration. */
export type DemonstrationClient = ClientRegistration & { readonly id: string; readonly secret: string };

/**
 * The demonstration clients (docs/quick-start.md). Their secrets are public, so production does not start while one of them works
 * (`working-credentials.ts`).
 *
 * @param port of the service
 */
export const demonstrationClients = (port = 3000): readonly DemonstrationClient[] => [
  {
    id: 'demo-app',
    secret: 'demo-app-secret',
    name: 'Demonstration application',
    trusted: false,
    public: false,
    pkce: true,
    firstParty: false,
    grants: ['client_credentials', 'authorization_code', 'refresh_token'],
    redirectUris,
  },
  {
    id: 'demo-trusted',
    secret: 'demo-trusted-secret',
    name: 'Demonstration trusted application',
    trusted: true,
    public: false,
    pkce: true,
    firstParty: false,
    grants: ['client_credentials', 'authorization_code', 'refresh_token', 'password'],
    redirectUris,
  },
  {
    // For /docs and /explore, which cannot keep a secret. Its URIs: localhost on the port of the service, 127.0.0.1 on any port.
    id: 'demo-explore',
    secret: '',
    name: 'Place Directory',
    trusted: false,
    public: true,
    pkce: true,
    // They belong to the service, so they ask for no consent.
    firstParty: true,
    grants: ['authorization_code', 'refresh_token'],
    redirectUris: [
      ...redirectUris,
      ...[`http://localhost:${port}`, 'http://127.0.0.1'].flatMap((origin) => [
        `${origin}/docs/oauth2-redirect`,
        `${origin}/explore`,
      ]),
    ],
  },
];

/** The only user of the demonstration data who has a password. */
export const demonstrationUser = { id: 'maria', email: 'maria@example.com', password: 'demo-password' };
