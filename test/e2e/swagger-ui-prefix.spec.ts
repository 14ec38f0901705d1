import { type PrefixProxy, prefixProxy } from '../support/prefix-proxy.js';
import { useBrowser } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

describe('/docs behind a proxy that removes a path prefix', () => {
  let proxy: PrefixProxy;
  const { directory } = useDirectory({
    env: async () => {
      proxy = await prefixProxy('/some/api');
      return { PUBLIC_URL: proxy.url };
    },
  });
  const browser = useBrowser();

  beforeAll(() => {
    proxy.leadTo(directory.url);
  });

  afterAll(() => {
    proxy.stop();
  });

  it('shows every operation, and its resources and links exist', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('response', (response) => {
      if (!response.ok()) errors.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${proxy.url}/docs`);
    await page.waitForSelector('#operations-Places-searchPlaces');
    expect(errors).toEqual([]);
    for (const name of ['all problems', 'places.xsd']) {
      const link = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      expect((await fetch(new URL(link ?? '', page.url()))).status).toBe(200);
    }
    expect(await page.evaluate<string>('ui.getConfigs().oauth2RedirectUrl')).toBe(`${proxy.url}/docs/oauth2-redirect`);
  });

  it('has the script of the page that the sign-in redirects to', async () => {
    const [, script = ''] = /src="([^"]*)"/.exec(await (await fetch(`${proxy.url}/docs/oauth2-redirect`)).text()) ?? [];
    expect(script).toBe('/some/api/docs/assets/oauth2-redirect.js');
    expect((await fetch(new URL(script, proxy.url))).status).toBe(200);
  });
});
