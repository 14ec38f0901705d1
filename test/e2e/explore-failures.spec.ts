import { Explorer, registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { pictures } from '../support/page.js';
import { useBrowser } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

describe('/explore shows', () => {
  const featured = { photo: { medium: `${pictures}masp.gif` } };
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [
      aPlace({ id: 'masp', name: 'Museu de Arte', featured, openingHours: 'Tu-Su 10:00-18:00; Mo 00:00-24:00' }),
    ],
    fill: registerDemoUser,
  });
  const browser = useBrowser();

  it('results where the browser reports a language that is none', async () => {
    const explorer = await Explorer.start(browser, directory);
    await explorer.page.addInitScript("Object.defineProperty(navigator, 'languages', { value: ['en-US@posix'] })");
    await explorer.signIn('?q=museu');
    await explorer.found('1 place');
    expect(explorer.errors).toEqual([]);
  });

  it('what failed while it was drawn, and tries again', async () => {
    const explorer = await Explorer.start(browser, directory);
    const { page } = explorer;
    await page.route('**/v2/places?*', (route) =>
      route.fulfill({ json: { results: { header: { found: 1, rows: 20, start: 0 }, places: [{ id: 'broken' }] } } }),
    );
    await explorer.open('?q=museu');
    await page.getByRole('button', { name: 'Continue with the demonstration account' }).click();
    // The list, and the map.
    const alert = page.getByRole('alert').filter({ hasText: 'This part of the page failed' });
    await alert.nth(1).waitFor();
    await explorer.expectUsable('failed-part');
    await page.unroute('**/v2/places?*');
    await alert.first().getByRole('button', { name: 'Try again' }).click();
    await explorer.found('1 place');
    await alert.first().waitFor({ state: 'detached' });
    expect(await page.locator('.places li').count()).toBe(1);
  });

  it('an icon until a picture is loaded, and instead of one that is not', async () => {
    const explorer = await Explorer.start(browser, directory);
    const { page } = explorer;
    let fail = (): void => undefined;
    const failed = new Promise<void>((resolve) => (fail = resolve));
    await page.route(`${pictures}**`, async (route) => {
      await failed;
      await route.abort();
    });
    await explorer.signIn('?q=museu&open=/v2/places/masp');
    for (const place of ['.thumbnail', '.banner']) {
      await page.locator(`${place} .icon`).waitFor();
      await page.locator(`${place} img`).waitFor({ state: 'attached' });
    }
    fail();
    for (const place of ['.thumbnail', '.banner']) {
      await page.locator(`${place} img`).waitFor({ state: 'detached' });
      await page.locator(`${place} .icon`).waitFor();
    }
    expect(explorer.errors).toEqual([]);
  });

  it('a whole day as such', async () => {
    const explorer = await Explorer.start(browser, directory);
    await explorer.signIn('?q=museu&open=/v2/places/masp');
    await explorer.page.locator('.hours summary').click();
    await explorer.page.locator('.hours dd', { hasText: /^Open 24 hours$/ }).waitFor();
    expect(explorer.errors).toEqual([]);
  });
});
