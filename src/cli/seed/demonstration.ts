import { type ClientRegistration } from '../../auth/clients/client-store.js';

/** The ports of a person's own machine are anybody's choice (RFC 8252, section 7.3). */
const redirectUris = ['http://127.0.0.1/callback', 'http://[::1]/callback'];

/** The clients of the demonstration (design, section 8). Their secrets are public, so production never has them. */
export const demonstrationClients = (port = 3000): readonly Required<ClientRegistration>[] => [
  {
    id: 'demo-app',
    secret: 'demo-app-secret',
    name: 'Demonstration application',
    trusted: false,
    public: false,
    grants: ['client_credentials', 'authorization_code', 'refresh_token'],
    redirectUris,
  },
  {
    id: 'demo-trusted',
    secret: 'demo-trusted-secret',
    name: 'Demonstration trusted application',
    trusted: true,
    public: false,
    grants: ['client_credentials', 'authorization_code', 'refresh_token', 'password'],
    redirectUris,
  },
  {
    // For pages in a browser, which keep no secret: /docs and /explore on the service's port, or by number on any.
    id: 'demo-explore',
    secret: '',
    name: 'Demonstration pages',
    trusted: false,
    public: true,
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
