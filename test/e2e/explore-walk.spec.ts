import { type Page } from 'playwright-core';
import { registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { phone } from '../support/page.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

const museums = [{ id: '4', name: 'Museus' }];
const location = { lat: '-23.56', lng: '-46.65' };

describe('a walk over /explore', () => {
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [
      aPlace({
        ...{ id: 'masp', name: 'Museu de Arte', categories: museums, location, openingHours: '24/7' },
        ...{ phones: ['551131495959'], featured: { photo: { medium: 'https://img.example.org/masp.gif' } } },
        address: {
          country: 'BR',
          city: 'São Paulo',
          district: 'Bela Vista',
          street: 'Avenida Paulista',
          number: '1578',
        },
      }),
      aPlace({
        ...{ id: 'mar', name: 'Museu de Arte', categories: museums, openingHours: 'off' },
        address: { country: 'BR', city: 'Rio de Janeiro', street: 'Praça Mauá' },
      }),
      aPlace({ id: 'kiosk', name: 'Banca Museu', categories: [], address: { city: 'Santos' } }),
    ],
    fill: registerDemoUser,
  });
  const { explore } = useExplorer(directory);

  const typeSearch = async (page: Page, text: string) => {
    await page.getByRole('combobox', { name: 'Search for places' }).fill(text);
    await page.keyboard.press('Enter');
  };

  it.each([
    ['desktop', {}],
    ['phone', phone],
  ])('on a %s: search, sign in, filter, open, share, go back, sign out and in', async (device, options) => {
    const explorer = await explore(options);
    const { page } = await explorer.open('?lang=en');
    const menu = async () => {
      if (device === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    };

    // Signed out, a search says what is missing.
    await typeSearch(page, 'museu');
    await page.locator('#sign-in-heading:focus', { hasText: 'Sign in to see places for “museu”' }).waitFor();
    await explorer.expectUsable(`walk-${device}-signed-out`);
    await page.getByRole('button', { name: 'Continue with the demonstration account' }).click();
    await explorer.found('3 places');
    expect(Object.fromEntries(explorer.query)).toEqual({ q: 'museu', lang: 'en' });

    // Equal names are told apart.
    await page.getByRole('combobox', { name: 'Search for places' }).fill('museu de art');
    const option = page.getByRole('option', { name: /Museu de Arte.*Avenida Paulista, Bela Vista, São Paulo/ });
    await option.waitFor();
    await page.getByRole('option', { name: /Museu de Arte.*Praça Mauá, Rio de Janeiro/ }).waitFor();
    expect(await option.locator('mark').allInnerTexts()).toEqual(['Museu', 'de', 'Art']);
    await explorer.expectUsable(`walk-${device}-suggestions`);
    await option.click();
    await page.getByRole('heading', { name: 'Museu de Arte', level: 2 }).waitFor();
    await page.getByText('Open all week').click();
    await page.getByText('Monday').waitFor();
    await page.getByText('Avenida Paulista, 1578').last().waitFor();
    await page.getByRole('link', { name: '+55 11 3149 5959' }).waitFor();
    await page.locator('.banner img').waitFor();
    await explorer.expectUsable(`walk-${device}-place`);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.panel').waitFor({ state: 'detached' });

    // Filters show what they would find, chosen or not.
    await page.getByRole('button', { name: 'Open now' }).click();
    await explorer.found('1 place · 1 more has unknown hours');
    await page.getByRole('button', { name: 'Remove Open now' }).click();
    await explorer.found('3 places');
    await page.getByRole('button', { name: /^City/ }).click();
    await page.getByRole('checkbox', { name: 'Santos 1' }).check();
    await explorer.found('1 place');
    await page.getByRole('checkbox', { name: 'São Paulo 1' }).check();
    await explorer.found('2 places');
    await page.getByRole('checkbox', { name: 'Santos 1', checked: true }).waitFor();
    await explorer.expectUsable(`walk-${device}-filters`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Santos' }).click();
    await explorer.found('1 place');
    await page.locator('.places a').first().click();
    await page.getByRole('heading', { name: 'Museu de Arte', level: 2 }).waitFor();

    // The address holds everything.
    const shared = await explore(options);
    await shared.page.goto(page.url());
    await shared.page.getByRole('button', { name: 'Continue with the demonstration account' }).click();
    await shared.page.getByRole('heading', { name: 'Museu de Arte', level: 2 }).waitFor();
    expect(shared.query.getAll('city')).toEqual(['São Paulo']);

    await page.goBack();
    await page.locator('.panel').waitFor({ state: 'detached' });
    await page.goBack();
    await explorer.found('2 places');

    // The view survives.
    await menu();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.getByRole('button', { name: 'Continue with the demonstration account' }).click();
    await explorer.found('2 places');
  });

  it('says what was searched if nothing is found, and leaves conditions out', async () => {
    const explorer = await explore();
    await explorer.signIn('?q=museu&city=Santos&city=Atlantis&hours=now&lang=en');
    const { page } = explorer;
    await page.getByText('No place was found for “museu”').waitFor();
    await explorer.expectUsable('no-result');
    await page.getByRole('button', { name: 'Leave out Open now' }).click();
    await explorer.found('1 place');
    await page.locator('#results-heading:focus').waitFor();
    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await explorer.found('3 places');
    expect(explorer.query.toString()).toBe('q=museu&lang=en');
  });

  it('has a list on a phone that is pulled up and down, by hand and with the keyboard', async () => {
    const explorer = await explore({ viewport: { width: 390, height: 844 } });
    await explorer.signIn('?q=museu&lang=en');
    const { page } = explorer;
    const side = page.locator('.side');
    const position = () => side.getAttribute('data-position');
    const handle = page.locator('.handle');
    const drag = async (distance: number) => {
      // Waits until the sheet has arrived.
      await handle.hover();
      const { x = 0, y = 0, width = 0 } = (await handle.boundingBox()) ?? {};
      await page.mouse.move(x + width / 2, y + 8);
      await page.mouse.down();
      await page.mouse.move(x + width / 2, y + 8 + distance, { steps: 4 });
      await page.mouse.up();
    };
    expect(await position()).toBe('middle');
    await drag(-300);
    await page.locator('.side[data-position=high]').waitFor();
    await handle.press('Enter');
    await page.locator('.side[data-position=low]').waitFor();
    await explorer.expectUsable('phone-low');
    await handle.press('ArrowUp');
    await page.locator('.side[data-position=middle]').waitFor();
    await drag(350);
    await page.locator('.side[data-position=low]').waitFor();
    expect(await handle.getAttribute('aria-label')).toBe('Show the list');
    await handle.click();
    await page.locator('.side[data-position=middle]').waitFor();
  });

  it('shows shapes of the list while it is loading', async () => {
    const explorer = await explore({ colorScheme: 'dark' });
    const { page } = await explorer.open('?q=museu&lang=en');
    await page.route('**/v2/places?*', () => undefined);
    await page.getByRole('button', { name: 'Continue with the demonstration account' }).click();
    await page.locator('.skeleton').first().waitFor();
    await page.getByRole('status').getByText('Loading…').waitFor();
    await explorer.expectUsable('loading');
    expect(await page.locator('.places li').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('has the request in three languages, and places as GeoJSON in a new tab', async () => {
    const explorer = await explore();
    await explorer.signIn('?q=museu&request=shown&lang=en');
    const { page } = explorer;
    const request = page.getByRole('region', { name: 'Request' });
    await request.getByLabel('Python').check();
    await request.getByText('urllib.request.urlopen').waitFor();
    await request.getByLabel('JavaScript').check();
    await request.getByText('await fetch(').waitFor();
    await explorer.expectUsable('request-code');
    await request.getByRole('radio', { name: 'GeoJSON' }).check();
    await request.locator('.response', { hasText: 'FeatureCollection' }).waitFor();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      request.getByRole('button', { name: 'Open as GeoJSON' }).click(),
    ]);
    expect(JSON.parse(await tab.locator('pre').innerText())).toMatchObject({ type: 'FeatureCollection' });
  });
});
