import { webRequest } from '../support/authorization.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

describe('BASE_PATH', () => {
  const { directory, get } = useDirectory({
    env: { BASE_PATH: '/some/api' },
    places: [aPlace({ id: 'one', name: 'Shop' }), aPlace({ id: 'two', name: 'Shop' })],
  });
  const base = () => `${directory.url}/some/api`;

  it.each(['/some/api', ''])('serves requests behind the path %p, with links that have it', async (prefix) => {
    const { status, headers, body } = await get(`${prefix}/v2/places?rows=1&sort=id`);
    expect(status).toBe(200);
    expect(body.results.header.next).toBe(`${base()}/v2/places?rows=1&sort=id&start=1`);
    expect(headers.get('link')).toContain(`<${base()}/v2/places?rows=1&sort=id&start=0>; rel="first"`);
    expect(body.results.places[0].link.uri).toBe(`${base()}/v2/places/one`);
  });

  it('serves both forms with the cache, and answers problems with its links', async () => {
    for (const path of ['/some/api/v2/places/two', '/v2/places/two', '/some/api/v2/places/two'])
      expect((await get(path)).body.place.link.uri).toBe(`${base()}/v2/places/two`);
    const { status, body } = await get('/some/api/nothing');
    expect([status, body.type]).toEqual([404, `${base()}/docs/problems/route_not_found`]);
  });

  it('does not take a longer segment for the path', async () => {
    expect((await get('/some/apis/v2/places')).status).toBe(404);
  });

  it('is in the OpenAPI document, the metadata and the pages', async () => {
    const openapi = await get('/some/api/openapi.json');
    expect(openapi.body.servers).toEqual([{ url: base() }]);
    const metadata = await get('/some/api/.well-known/oauth-authorization-server');
    expect(metadata.body).toMatchObject({ issuer: base(), token_endpoint: `${base()}/v2/oauth/token` });
    for (const page of ['docs', 'explore', 'docs/problems']) {
      const { status, text } = await get(`/some/api/${page}`);
      expect(status).toBe(200);
      const addresses = [...text.matchAll(/(?:href|src|action)="([^"#]+)"/g)].map(([, address = '']) => address);
      const outside = addresses.filter((address) => address.startsWith('/') && !address.startsWith('/some/api/'));
      expect(outside).toEqual([]);
      expect(addresses.filter((address) => address.startsWith(directory.url) && !address.startsWith(base()))).toEqual(
        [],
      );
    }
  });

  it('is in the path of cookies and forms', async () => {
    const redirectUris = [webRequest.redirect_uri];
    await directory.addClients({ web: {} }, { secret: 'secret', grants: ['authorization_code'], redirectUris });
    const query = new URLSearchParams(webRequest).toString();
    const { status, text, headers } = await directory.get(`/some/api/v2/oauth/authorize?${query}`);
    expect(status).toBe(200);
    expect(text).toContain('action="/some/api/v2/oauth/authorize"');
    expect(headers.get('set-cookie')).toContain('Path=/some/api/v2/oauth');
  });
});
