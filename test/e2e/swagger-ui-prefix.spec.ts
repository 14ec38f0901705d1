import { type PrefixProxy, prefixProxy } from '../support/prefix-proxy.js';
import { useBrowser } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

describe('/docs below a path that a proxy takes away', () => {
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

  it('shows every operation, and all that it asks and leads to is there', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('response', (response) => {
      if (!response.ok()) complaints.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${proxy.url}/docs`);
    await page.waitForSelector('#operations-Places-searchPlaces');
    expect(complaints).toEqual([]);
    for (const name of ['all problems', 'places.xsd']) {
      const link = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      expect((await fetch(new URL(link ?? '', page.url()))).status).toBe(200);
    }
    expect(await page.evaluate<string>('ui.getConfigs().oauth2RedirectUrl')).toBe(`${proxy.url}/docs/oauth2-redirect`);
  });

  it('has the script of the page that the sign-in comes back to', async () => {
    const [, script = ''] = /src="([^"]*)"/.exec(await (await fetch(`${proxy.url}/docs/oauth2-redirect`)).text()) ?? [];
    expect(script).toBe('/some/api/docs/assets/oauth2-redirect.js');
    expect((await fetch(new URL(script, proxy.url))).status).toBe(200);
  });
});
