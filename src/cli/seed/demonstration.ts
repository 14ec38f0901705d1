import { type Registration } from '../../auth/client.store.js';

/** The clients of the demonstration (design, section 8). Their secrets are public, so production never has them. */
export const demonstrationClients: readonly Required<Registration>[] = [
  {
    id: 'demo-app',
    secret: 'demo-app-secret',
    name: 'Demonstration application',
    trusted: false,
    public: false,
    grants: ['client_credentials'],
    redirectUris: [],
  },
  {
    id: 'demo-trusted',
    secret: 'demo-trusted-secret',
    name: 'Demonstration trusted application',
    trusted: true,
    public: false,
    grants: ['client_credentials', 'password'],
    redirectUris: [],
  },
];
