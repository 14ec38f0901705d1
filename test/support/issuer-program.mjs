// An OpenID Connect issuer, which test/support/issuer.ts starts. Each message has the private keys with which it starts anew.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [port, secret] = process.argv.slice(2);
const redirectUri = 'http://127.0.0.1/back';

const client = (id, grants, scope) => ({
  client_id: id,
  client_secret: secret,
  grant_types: grants,
  response_types: grants.includes('authorization_code') ? ['code'] : [],
  redirect_uris: grants.includes('authorization_code') ? [redirectUri] : [],
  scope,
});

const configuration = {
  clients: [
    client('backend', ['client_credentials'], 'read'),
    client('partner', ['client_credentials'], 'read trust'),
    client('web', ['authorization_code'], 'openid read'),
  ],
  clientBasedCORS: () => false,
  cookies: { keys: [secret] },
  scopes: ['openid', 'read', 'trust'],
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    // Pages on which everybody can sign in as anybody.
    devInteractions: { enabled: true },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, resource) => ({
        scope: 'read trust',
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 300,
      }),
    },
  },
};

let handle = (_request, response) => response.writeHead(503).end();

process.on('message', (keys) => {
  handle = new Provider(`http://127.0.0.1:${port}`, { ...configuration, jwks: { keys } }).callback();
  process.send('ready');
});

// Of a test that was killed, too.
process.on('disconnect', () => process.exit());

createServer((request, response) => handle(request, response)).listen(Number(port), '127.0.0.1');
