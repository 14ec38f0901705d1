import { useDirectory } from '../support/use-directory.js';

/** What Chromium sends for a page. */
const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('what a browser shows', () => {
  const { directory, tokens } = useDirectory({ env: { EXPLORE: 'true' }, tokens: ['application'] });
  const { directory: withoutExplore } = useDirectory({ env: { EXPLORE: 'false' }, over: directory });

  const open = (path: string, headers: Record<string, string> = {}, at = directory) =>
    fetch(at.url + path, { headers: { Accept: ofBrowser, ...headers } });

  it('is a start page at the address of the service', async () => {
    const response = await open('/');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const text = await response.text();
    for (const path of ['/explore', '/docs', '/openapi.json', '/docs/problems']) expect(text).toContain(`${path}"`);
    expect(text).toContain('<input name="q"');
    expect(text).toContain('Everything works.');
    // Each line of a command fits a phone, and all can be copied together.
    expect(text).toContain(
      `curl -u CLIENT:SECRET \\\n  -d grant_type=client_credentials \\\n  ${directory.url}/v2/oauth/token`,
    );
    expect(text).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(response.headers.get('content-security-policy')).toContain('img-src data:');
  });

  it('has no search form without the search page', async () => {
    const text = await (await open('/', {}, withoutExplore)).text();
    expect(text).not.toContain('<form');
    expect(text).not.toContain('/explore');
  });

  it('is a page for a problem, with each fault and what to do', async () => {
    const authorization = { Authorization: `Bearer ${tokens.application}` };
    const response = await open('/v2/places?rows=%3Cb%3E&nmae=1', authorization);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toMatch(
      /style-src 'sha256-.*'; img-src data:; form-action 'none'/,
    );
    const text = await response.text();
    expect(text).toContain('<h1>A parameter is invalid</h1>');
    expect(text).toContain('<dt><code>rows</code></dt>');
    expect(text).toContain('<code>&lt;b&gt;</code>');
    expect(text).toContain('<h2>What to do</h2>');
    expect(text).toContain('/docs/problems/invalid_parameter"');
  });

  it.each(['/nothing', '/v2/users/maria', '/v2/places', '/%FF'])('is a page for a failure at %s', async (path) => {
    const response = await open(path);
    expect([response.ok, response.headers.get('content-type')]).toEqual([false, 'text/html; charset=utf-8']);
  });

  it.each([
    ['any type', '/', { Accept: '*/*' }, 'json'],
    ['JSON', '/', { Accept: 'application/json' }, 'json'],
    ['XML', '/nothing', { Accept: 'application/xml' }, 'xml'],
    ['wt=json', '/nothing?wt=json', {}, 'json'],
    ['wt=xml', '/nothing?wt=xml', {}, 'xml'],
  ])('is a problem document for %s', async (_, path, headers, format) => {
    const response = await open(path, headers);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe(`application/problem+${format}; charset=utf-8`);
    expect(await response.text()).toContain('route_not_found');
  });

  it('is the record itself in XML', async () => {
    const response = await open('/v2/categories', { Authorization: `Bearer ${tokens.application}` });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  });
});
