import { type Page, type Route } from 'playwright-core';
import { TokenStore } from '../../src/auth/token-store.js';
import { type Explorer, registerDemoUser, BROWSER_TEST_TIMEOUT, withoutWebGl } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { pictures, phone } from '../support/page.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

/** A picture of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

describe('/explore shows', () => {
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [aPlace({ id: 'masp', name: 'Museu de Arte' })],
    fill: registerDemoUser,
  });
  const { explore } = useExplorer(directory, { hasMap: false });

  it('what failed while it was drawn, and tries again', async () => {
    const explorer = await explore();
    const { page } = explorer;
    const broken = { id: 'broken', location: { lat: '1', lng: '1' }, kinds: [{}] };
    await page.route('**/v2/places?*', (route) =>
      route.fulfill({ json: { results: { header: { found: 1, rows: 20, start: 0 }, places: [broken] } } }),
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
    // Both are reported.
    const ofMissing: unknown = expect.stringMatching(/^Cannot read properties of undefined/);
    expect(explorer.takeErrors()).toEqual([ofMissing, ofMissing]);
  });
});

describe('/explore and who uses it', () => {
  const places = [...Array(25).keys()].map((at) => aPlace({ id: `place-${at}`, name: `Museu ${at}` }));
  const { directory } = useDirectory({ env: { SEARCH_TIMEOUT: '20000' }, places, fill: registerDemoUser });
  const { explore, shown } = useExplorer(directory, { hasMap: false });

  /** Signs in over the pages, which start a session of the browser. */
  const signedInOverPages = async (query?: string): Promise<[Explorer, Page]> => {
    const explorer = await (await explore()).signIn(query);
    return [explorer, explorer.page];
  };

  /** Opens the page in another tab of the same browser, which has no tokens. */
  async function openTab(page: Page): Promise<Page> {
    const tab = await page.context().newPage();
    await tab.addInitScript(withoutWebGl);
    await tab.goto(`${directory.url}/explore?q=museu`);
    return tab;
  }

  it('comes back from signing in to what was shown before, and keeps nothing of it in the address', async () => {
    const explorer = await explore();
    const { page } = explorer;
    let codes = 0;
    await page.route('**/v2/oauth/token', (route) => {
      codes += 1;
      return codes === 1 ? route.fulfill({ status: 503 }) : route.continue();
    });
    await explorer.signIn('?q=museu&open=/v2/places/place-3&lang=en');
    expect(codes).toBe(2);
    await page.getByRole('heading', { name: 'Museu 3', level: 2 }).waitFor();
    expect(Object.fromEntries(explorer.query)).toEqual({ q: 'museu', open: '/v2/places/place-3', lang: 'en' });
    await page.reload();
    await page.getByRole('heading', { name: 'Museu 3', level: 2 }).waitFor();
  });

  it('says that somebody did not allow it, and takes no code that it did not ask for', async () => {
    const explorer = await explore();
    const { page } = await explorer.open('?q=museu');
    await page.locator('.sign-in').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').filter({ hasText: 'You did not allow' }).waitFor();
    expect(explorer.query.toString()).toBe('q=museu');
    await explorer.open('?code=stolen&state=guessed&iss=x');
    await page.getByRole('alert').filter({ hasText: 'Signing in did not work' }).waitFor();
    expect(explorer.query.toString()).toBe('');
  });

  it('signs out of the whole browser: other tabs end, and a new one needs the password', async () => {
    const [, page] = await signedInOverPages('?q=museu');
    const other = await openTab(page);
    await other.locator('.sign-in').getByRole('button', { name: 'Sign in' }).click();
    // No password: the session of the browser is enough.
    await other.locator('.places .name').first().waitFor();
    // This tab gets the next token when one has ended, and gives all back at the end.
    const kept = await tokens();
    await directory.app.get(TokenStore).revoke(kept.access);
    await page.getByRole('combobox', { name: 'Search for places' }).fill('museu 7');
    await page.keyboard.press('Enter');
    await page.locator('.results[aria-busy=false] .name', { hasText: 'Museu 7' }).waitFor();
    const renewed = await tokens();
    expect(renewed.access).not.toBe(kept.access);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    expect((await directory.get('/v2/places', renewed.access)).status).toBe(401);
    await other.getByRole('combobox', { name: 'Search for places' }).fill('museu 7');
    await other.keyboard.press('Enter');
    await other.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();
    for (const tab of [await openTab(page), other, page]) {
      await tab.locator('.sign-in').getByRole('button', { name: 'Sign in' }).click();
      await tab.locator('input[type=password]').waitFor();
      expect(await tab.locator('button[value=allow]').count()).toBe(0);
    }

    async function tokens(): Promise<{ access: string; refresh: string }> {
      return JSON.parse(await page.evaluate<string>('sessionStorage.getItem("explore.tokens")')) as never;
    }
  });

  it('leads back to signing in when the tokens are no longer good, and says so when they cannot be given back', async () => {
    const [explorer, page] = await signedInOverPages('?q=museu');
    await page.route(/oauth\/(revoke|sign-out)$/, (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alert').filter({ hasText: 'The service did not confirm that you are signed out' }).waitFor();
    await explorer.expectUsable('signed-out');
    await page.locator('.sign-in').getByRole('button', { name: 'Sign in' }).click();
    await page.locator('button[value=allow]').click();
    await explorer.settled();
    await page.evaluate(`sessionStorage.setItem('explore.tokens', '{"access":"x","refresh":"y"}')`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();
    await page.locator('.sign-in button').first().waitFor();
    expect(explorer.query.get('q')).toBe('museu');
  });

  it('shows problems as the service tells them, keeps what was there, and tries again', async () => {
    const [explorer, page] = await shown('?q=museu');
    const search = (given: string) => page.getByRole('combobox', { name: 'Search for places' }).fill(given);
    const problem = { title: 'Title', detail: 'Detail <b>in</b> text', status: 503, code: 'search_unavailable' };
    const failing = (route: Route) => route.fulfill({ status: 503, headers: { 'Retry-After': '7' }, json: problem });
    await page.route('**/v2/places?q=museu%201*', failing);
    await search('museu 1');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    await alert.getByText('Title').waitFor();
    await alert.getByText('Try again in 7 s.').waitFor();
    // They tell a person nothing.
    expect(await alert.getByText(/search_unavailable|Detail/).count()).toBe(0);
    expect(await page.locator('.places li').count()).toBe(20);
    // They are those of the search before.
    expect(await page.locator('.found.stale').count()).toBe(1);
    expect(await page.locator('.places.stale').count()).toBe(1);
    await page.getByText('Still shown: places for “museu”').waitFor();
    expect(await page.locator('.chip').count()).toBe(0);
    expect(await page.locator('.dimmed').count()).toBe(0);
    expect(await page.locator('.results').getAttribute('aria-busy')).toBe('false');
    await explorer.expectUsable('problem');
    await page.unroute('**/v2/places?q=museu%201*', failing);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.locator('#results-heading:focus').waitFor();
    await page.locator('.results[aria-busy=false] .name', { hasText: /^Museu 1$/ }).waitFor();
    expect(await alert.count()).toBe(0);
    expect(await page.locator('.dimmed, .stale').count()).toBe(0);
    await page.route('**/v2/places?q=wrong*', (route) =>
      route.fulfill({ status: 400, json: { ...problem, status: 400 } }),
    );
    await search('wrong');
    await page.keyboard.press('Enter');
    await alert.getByText('Detail <b>in</b> text').waitFor();
    await page.route('**/v2/places?q=gone*', (route) => route.abort());
    await search('gone');
    await page.keyboard.press('Enter');
    await alert.getByText('The service cannot be reached').waitFor();
  });

  it('never lets an answer to an earlier question into a later list', async () => {
    const explorer = await explore();
    const { page } = explorer;
    // Requests are called off, but some answers are on the way by then: here all come.
    await page.addInitScript(
      'const { fetch } = globalThis; globalThis.fetch = (url, options) => fetch(url, { ...options, signal: null });',
    );
    await explorer.enter('?q=museu&request=shown');
    let answerLate: (() => Promise<void>) | undefined;
    await page.route('**/v2/places?*start=20*', (route) => {
      const wrong = { ...aPlace({ name: 'Wrong' }), link: { rel: 'self', uri: `${directory.url}/v2/places/wrong` } };
      const json = { results: { header: { found: 21, rows: 20, start: 20 }, places: [wrong] } };
      answerLate = () => route.fulfill({ json });
    });
    await page.getByText(/^20 of \d+ are listed\.$/).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.locator('.results[aria-busy=true] .dimmed').waitFor();
    await page.getByRole('combobox', { name: 'Search for places' }).fill('museu 24');
    await page.keyboard.press('Enter');
    await page.locator('.results[aria-busy=false] .name', { hasText: 'Museu 24' }).first().waitFor();
    const before = await explorer.names();
    await answerLate?.();
    // What is shown last was answered last.
    await page.locator('.response', { hasText: 'Wrong' }).waitFor();
    expect(await explorer.names()).toEqual(before);
    expect(await page.locator('.dimmed').count()).toBe(0);
  });

  it('says in a panel what is not there, and shows no panel for what makes no sense', async () => {
    const [explorer, page] = await shown('?open=/v2/places/none');
    await page.getByRole('alert').getByText('It was removed, or the link is old.').waitFor();
    await page.getByRole('heading', { name: 'This is no longer here', level: 2 }).waitFor();
    // It would not help.
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await explorer.expectUsable('panel-problem');
    expect(await page.locator('.panel').innerText()).not.toMatch(/404|place_not_found|no such place/i);
    await page.keyboard.press('Escape');
    await page.locator('#results-heading:focus').waitFor();
    await explorer.show('?open=/v2/places/none');
    await page.getByRole('button', { name: 'Back to the results' }).click();
    await page.locator('.panel').waitFor({ state: 'detached' });
    await explorer.show('?open=//evil.example/&box=1,2&near=x&sort=y&q=museu');
    await explorer.found('25 places');
    expect(await page.locator('.panel').count()).toBe(0);
  });

  it('reloads the page if its script belongs to another version, and then works', async () => {
    const explorer = await explore();
    const { page } = explorer;
    let rejected = 0;
    await page.route('**/explore/assets/explore-*.js', (route) => {
      rejected += 1;
      return rejected <= 2 ? route.fulfill({ status: 404 }) : route.continue();
    });
    await explorer.open();
    await page.locator('.sign-in').waitFor();
    expect(rejected).toBe(3);
  });
});

const museums = [{ id: '4', name: 'Museus' }];
const location = { lat: '-23.56', lng: '-46.65' };

describe('a walk over /explore', () => {
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [
      aPlace({
        ...{ id: 'masp', name: 'Museu de Arte', categories: museums, location, openingHours: '24/7' },
        ...{ phones: ['551131495959'], featured: { photo: { medium: `${pictures}masp.gif` } } },
        address: {
          country: 'BR',
          city: 'São Paulo',
          district: 'Bela Vista',
          street: 'Avenida Paulista',
          number: '1578',
        },
      }),
      aPlace({
        ...{ id: 'mar', name: 'Museu de Arte do Rio', categories: museums, openingHours: 'off' },
        address: { country: 'BR', city: 'Rio de Janeiro', street: 'Praça Mauá' },
      }),
      aPlace({ id: 'kiosk', name: 'Banca Museu', categories: [], address: { city: 'Santos' } }),
    ],
    fill: registerDemoUser,
  });
  const { explore, shown } = useExplorer(directory, { hasMap: false });

  const typeSearch = async (page: Page, text: string) => {
    await page.getByRole('combobox', { name: 'Search for places' }).fill(text);
    await page.keyboard.press('Enter');
  };

  it.each([
    ['desktop', {}],
    ['phone', phone],
  ])('on a %s: search, sign in, filter, open, share, go back, sign out and in', async (device, options) => {
    const explorer = await explore(options);
    const { page } = explorer;
    await page.route(`${pictures}**`, (route) => route.fulfill({ contentType: 'image/gif', body: picture }));
    await explorer.open('?lang=en');
    const menu = async () => {
      if (device === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    };

    // Signed out, a search says what is missing.
    await typeSearch(page, 'museu');
    await page.locator('#sign-in-heading:focus', { hasText: 'Sign in to see places for “museu”' }).waitFor();
    await page.getByText('maria@example.com').waitFor();
    // The walk in the dark, in `explore-use`, has the other views of a phone.
    if (device === 'desktop') await explorer.expectUsable('walk-signed-out');
    await page.getByRole('button', { name: 'Continue with the demonstration account' }).click();
    await explorer.found('3 places');
    expect(Object.fromEntries(explorer.query)).toEqual({ q: 'museu', lang: 'en' });

    // Similar names are told apart.
    await page.getByRole('combobox', { name: 'Search for places' }).fill('museu de art');
    const option = page.getByRole('option', { name: /Museu de Arte\b.*Avenida Paulista, 1578, Bela Vista, São Paulo/ });
    await option.waitFor();
    await page.getByRole('option', { name: /Museu de Arte do Rio.*Praça Mauá, Rio de Janeiro/ }).waitFor();
    await explorer.expectUsable(`walk-${device}-suggestions`);
    await option.click();
    await page.getByRole('heading', { name: 'Museu de Arte', level: 2 }).waitFor();
    // A phone shows a card first, below the map.
    if (device === 'phone') await page.getByRole('button', { name: 'Details' }).click();
    await page.locator('.panel').getByText('Open 24 hours').first().click();
    await page.getByText('Monday').waitFor();
    await page.getByText('Avenida Paulista, 1578').last().waitFor();
    await page.getByRole('link', { name: '+55 11 3149 5959' }).waitFor();
    await page.locator('.banner img').waitFor();
    if (device === 'desktop') await explorer.expectUsable('walk-place');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.panel').waitFor({ state: 'detached' });

    // Filters show what they would find, chosen or not.
    await page.getByRole('button', { name: 'Open now' }).click();
    await explorer.found(/1 place\s+1 more has unknown hours/);
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
    await page.reload();
    await page.getByRole('heading', { name: 'Museu de Arte', level: 2 }).waitFor();
    expect(explorer.query.getAll('city')).toEqual(['São Paulo']);

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
    const [explorer, page] = await shown('?q=museu&city=Santos&city=Atlantis&hours=now&lang=en');
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
    const viewport = { width: 390, height: 844 };
    // With animations.
    const explorer = await explore({ viewport, reducedMotion: 'no-preference' });
    await explorer.enter('?q=museu&lang=en');
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
});
