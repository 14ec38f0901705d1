import { type ClientRegistration } from '../../auth/clients/client-store.js';

/** Any port of the loopback address matches (RFC 8252, section 7.3). */
const redirectUris = ['http://127.0.0.1/callback', 'http://[::1]/callback'];

/** The demonstration clients (docs/quick-start.md). Their secrets are public: never for production. */
export const demonstrationClients = (port = 3000): readonly Required<ClientRegistration>[] => [
  {
    id: 'demo-app',
    secret: 'demo-app-secret',
    name: 'Demonstration application',
    trusted: false,
    public: false,
    pkce: true,
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
    grants: ['client_credentials', 'authorization_code', 'refresh_token', 'password'],
    redirectUris,
  },
  {
    // Used by /docs and /explore, which cannot keep a secret: localhost on the port of the service, 127.0.0.1 on any port.
    id: 'demo-explore',
    secret: '',
    name: 'Place Directory',
    trusted: false,
    public: true,
    pkce: true,
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
