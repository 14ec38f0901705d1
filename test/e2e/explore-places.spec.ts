import { type Page } from 'playwright-core';
import { account, registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { markOn, press } from '../support/marks.js';
import { boxesOf, phone } from '../support/page.js';
import { waitUntil } from '../support/retry.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

describe('/explore makes a place worth opening', () => {
  const location = { lat: '-23.5614', lng: '-46.6559' };
  const address = { country: 'BR', state: 'SP', city: 'São Paulo', street: 'Avenida Paulista', number: '1578' };
  const museum = { categories: [{ id: '4', name: 'Museus' }] };
  const shop = { categories: [{ id: '9', name: 'Compras' }] };
  const people = [...Array(7).keys()].map((at) => aUser({ id: `friend-${at}`, name: `Friend ${at}` }));
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [
      aPlace({
        ...{ id: 'masp', name: 'Museu de Arte', ...museum, location, address, openingHours: 'Tu-Su 10:00-18:00' },
        names: [{ text: 'Museo de Arte', language: 'es' }, { text: 'Museum of Art', language: 'en' }, { text: 'MASP' }],
        ...{ phones: ['551131495959'], urlService: 'https://masp.example.org/' },
      }),
      aPlace({ ...{ id: 'cafe-1', name: 'Café Feliz', location: { lat: '-23.56', lng: '-46.65' } }, address, ...shop }),
      aPlace({ ...{ id: 'cafe-2', name: 'Café Feliz', location: { lat: '-23.57', lng: '-46.66' } }, address, ...shop }),
      aPlace({
        ...{ id: 'cafeteria', name: 'Cafeteria Sol', location: { lat: '-23.61', lng: '-46.71' } },
        ...shop,
        address: { street: 'Rua do Sol' },
        statistics: { pageviews: '1' },
      }),
      ...[...Array(14).keys()].map((at) =>
        aPlace({
          id: `town-${at}`,
          name: `Loja ${at}`,
          address: { city: `Vila ${String.fromCharCode(65 + at)}` },
          ...shop,
        }),
      ),
    ],
    fill: async (directory) => {
      await registerDemoUser(directory);
      await directory.add({
        users: people,
        follows: people.map(({ id }) => ({ followerId: account.id, followingId: id, created: new Date() })),
        reviews: people.map(({ id: userId }, at) =>
          aReview({ userId, placeId: 'masp', text: `Visit ${at} <b>was</b> fine` }),
        ),
        checkins: [aCheckin({ userId: 'friend-0', placeId: 'masp' })],
      });
    },
  });
  const { explore, shown } = useExplorer(directory, { hasMap: false });
  const onPhone = { ...phone, locale: 'pt-BR', colorScheme: 'dark', hasMap: true } as const;
  const inOneColumn = { viewport: { width: 1024, height: 768 }, hasMap: true };
  // The policy of the page forbids a second look by `waitForFunction`, which is text to evaluate.
  const title = (page: Page, text: string) => waitUntil(async () => (await page.title()) === text, 5);
  const panel = (page: Page) => page.locator('.panel');

  it('names the page after it, shows its other names, and leads on from it', async () => {
    const [explorer, page] = await shown('?q=museu&open=/v2/places/masp');
    // In the reader's language, where it has a name in it.
    await page.getByRole('heading', { name: 'Museum of Art', level: 2 }).waitFor();
    await title(page, 'Museum of Art – Place Directory');
    await panel(page).getByText('Also called: Museu de Arte, Museo de Arte, MASP').waitFor();
    // The browser keeps its language, the page gets another one without names: all have those of the data.
    await page.getByRole('combobox', { name: 'Language' }).selectOption('pt');
    await page.getByRole('heading', { name: 'Museu de Arte', level: 2 }).waitFor();
    await panel(page).getByText('Museum of Art').waitFor();
    await page.locator('.places li', { hasText: 'Museu de Arte' }).waitFor();
    await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en');
    await page.locator('.places li', { hasText: 'Museum of Art' }).waitFor();
    await page.getByRole('heading', { name: 'Museum of Art', level: 2 }).waitFor();
    const href = (name: string) => panel(page).getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await href('Call')).toBe('tel:+551131495959');
    expect(await href('Website')).toBe('https://masp.example.org/');
    await panel(page).getByRole('button', { name: 'Directions' }).click();
    expect(await href('Google Maps')).toBe('https://www.google.com/maps/dir/?api=1&destination=-23.5614%2C-46.6559');
    expect(await panel(page).getByRole('link', { name: 'Map app' }).count()).toBe(0);
    await explorer.expectUsable('place-directions');
    const { x = 0 } = (await panel(page).boundingBox()) ?? {};
    const { x: menu = 0, width: menuWidth = 0 } = (await page.locator('#directions').boundingBox()) ?? {};
    expect([menu > x, menu + menuWidth < 1280]).toEqual([true, true]);
    await page.keyboard.press('Escape');
    await panel(page).getByRole('link', { name: 'Google Maps' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await title(page, 'museu – Place Directory');
  });

  it('copies its link where the browser has no dialogue to share', async () => {
    const [, page] = await shown('?q=museu&open=/v2/places/masp');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel(page).getByRole('button', { name: 'Share' }).click();
    const note = panel(page).getByText('The link is copied.');
    await note.waitFor();
    const bottom = ((await note.boundingBox()) ?? { y: 0 }).y + ((await note.boundingBox()) ?? { height: 0 }).height;
    const { y: below = 0 } = (await panel(page).locator('.facts').boundingBox()) ?? {};
    expect(below - bottom).toBeGreaterThan(8);
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(`${directory.url}/explore?open=%2Fv2%2Fplaces%2Fmasp`);
  });

  it('keeps saved places in the browser, and shows them', async () => {
    const [explorer, page] = await shown('?open=/v2/places/masp');
    const pill = page.locator('.filters').getByRole('button', { name: 'Saved' });
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await panel(page).getByRole('button', { name: 'Saved', pressed: true }).waitFor();
    await pill.click();
    await explorer.found('1 place');
    expect(explorer.query.getAll('saved')).toEqual(['masp']);
    await page.reload();
    await explorer.found('1 place');
    await pill.click();
    await explorer.found('18 places');
    await explorer.show('?open=/v2/places/masp');
    await panel(page).getByRole('button', { name: 'Saved', pressed: true }).click();
    await panel(page).getByRole('button', { name: 'Save', pressed: false }).waitFor();
    expect(await pill.count()).toBe(0);
  });

  it('says that its hours are not known, and when it opens', async () => {
    const [explorer, page] = await shown('?open=/v2/places/cafe-1');
    const hours = panel(page).locator('.facts dd').first();
    await hours.getByText('Not known').waitFor();
    await page.route('**/hours', (route) =>
      route.fulfill({ json: { hours: { open: false, changes: '2026-11-24T10:00', days: [] } } }),
    );
    await explorer.show('?open=/v2/places/masp');
    await hours.locator('.opens').waitFor();
    expect(await hours.innerText()).toMatch(/^Closed · Opens \S/);
  });

  it('shows a card over the map of a phone when a pin is tapped, and all of it on demand', async () => {
    const [explorer, page] = await shown('?q=museu', onPhone);
    await explorer.drawn();
    await press(page, await markOn(page, 'pins'));
    const card = page.locator('.panel.peek');
    await card.getByRole('heading', { name: 'Museu de Arte', level: 2 }).waitFor();
    await card.getByText('Avenida Paulista, 1578').waitFor();
    await card.getByText(/^(Aberto até 18:00|Fechado)/).waitFor();
    await explorer.expectUsable('peek');
    expect(await page.getByText('Carregando o mapa…').isVisible()).toBe(false);
    const { height: mapHeight = 0 } = (await page.locator('.map').boundingBox()) ?? {};
    const { height = 0, y = 0 } = (await card.boundingBox()) ?? {};
    expect(height).toBeLessThan(0.6 * mapHeight);
    expect(y).toBeGreaterThan(200);
    // The map is still to be used.
    await page.getByRole('button', { name: 'Aproximar' }).click();
    await card.getByRole('button', { name: 'Detalhes' }).click();
    await card.waitFor({ state: 'detached' });
    await page.locator('#panel-heading:focus').waitFor();
    await panel(page).getByText('Site', { exact: true }).first().waitFor();
    await panel(page).getByRole('button', { name: 'Rotas' }).click();
    const app = panel(page).getByRole('link', { name: 'Aplicativo de mapas' });
    expect(await app.getAttribute('href')).toBe('geo:-23.5614,-46.6559?q=-23.5614%2C-46.6559(Museu%20de%20Arte)');
    await page.keyboard.press('Escape');
    await panel(page).getByRole('button', { name: 'Fechar' }).click();
    await page.locator('.places a').first().click();
    await panel(page).waitFor();
    expect(await card.count()).toBe(0);
  });

  it('shows it in place of the list where there is no room for both', async () => {
    const [explorer, page] = await shown('?q=museu', inOneColumn);
    await page.locator('.places a').first().click();
    await panel(page).getByRole('heading', { level: 2 }).waitFor();
    const map = (await page.locator('.map').boundingBox()) ?? { x: 0 };
    const { x = 0, width = 0 } = (await panel(page).boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(map.x + 1);
    const controls = (await page.locator('.maplibregl-ctrl-bottom-left').boundingBox()) ?? { x: 0, width: 0 };
    const sources = (await page.locator('.maplibregl-ctrl-attrib').boundingBox()) ?? { x: 0, width: 0 };
    expect(sources.x).toBeGreaterThanOrEqual(map.x);
    expect(controls.x + controls.width).toBeLessThanOrEqual(1024);
    await explorer.expectUsable('single-column');
    await page.keyboard.press('Escape');
    await page.locator('.places a:focus').waitFor();
  });

  it('suggests all places of a name, then the one nearest to the user', async () => {
    const [explorer, page] = await shown('?q=museu', inOneColumn);
    const box = page.getByRole('combobox', { name: 'Search for places' });
    await box.fill('café feliz');
    await page.getByRole('option', { name: /2 places/ }).waitFor();
    const options = async () => {
      const texts = await page.getByRole('listbox').getByRole('option').allInnerTexts();
      return texts.map((option) => option.replace(/\s+/g, ' '));
    };
    // Distances from the middle of the map are not from where the user is.
    expect(await options()).toEqual(['Café Feliz 2 places']);
    await page.getByRole('option', { name: /2 places/ }).click();
    await explorer.found('2 places');
    expect(await box.inputValue()).toBe('Café Feliz');
    await explorer.show('?near=-23.57,-46.66');
    await box.fill('café feliz');
    await page.getByRole('option', { name: /1578/ }).waitFor();
    const where = 'Avenida Paulista, 1578, São Paulo, SP';
    expect(await options()).toEqual(['Café Feliz 2 places · 0 ft away', `Café Feliz ${where} · 0 ft away`]);
    for (const _ of [1, 2]) await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][aria-selected=true]', { hasText: '1578' }).waitFor();
    await page.keyboard.press('Enter');
    await explorer.queryWith((query) => query.get('open') === '/v2/places/cafe-2');
  });

  it('finds values of a filter among more than ten', async () => {
    const [explorer, page] = await shown('');
    await page.getByRole('button', { name: /^City/ }).click();
    const values = page.locator('.menu:not([hidden]) label');
    await page.getByRole('button', { name: 'More (5)' }).waitFor();
    expect(await values.count()).toBe(10);
    await page.getByRole('button', { name: 'More (5)' }).click();
    await values.nth(14).waitFor();
    await page.locator('.menu label:nth-of-type(11) input:focus').waitFor();
    await page.getByRole('textbox', { name: 'Find in: City' }).fill('vila n');
    await values.nth(1).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Vila N 1' }).check();
    await explorer.found('1 place');
    await page.getByRole('textbox', { name: 'Find in: City' }).fill('zzz');
    await page.getByText('None has this name.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('says plainly that words are too long', async () => {
    const [explorer, page] = await shown('?q=museu');
    const box = page.getByRole('combobox', { name: 'Search for places' });
    await box.fill('a'.repeat(257));
    const note = page.getByRole('alert').filter({ hasText: 'at most 256 characters' });
    await note.waitFor();
    await page.keyboard.press('Enter');
    await explorer.expectUsable('too-long');
    expect(explorer.query.get('q')).toBe('museu');
    await box.fill('museu');
    await note.waitFor({ state: 'hidden' });
    await explorer.go(`?q=${'a'.repeat(257)}`);
    await note.waitFor();
    expect(await page.locator('.problem').count()).toBe(0);
  });

  it('shows header and shapes before its script, in the language of the reader', async () => {
    const explorer = await explore({ locale: 'pt-BR' });
    const { page } = explorer;
    await page.route('**/explore/assets/*.js', () => undefined);
    await page.goto(`${directory.url}/explore`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Place Directory' }).waitFor();
    await page.getByRole('status').getByText('Carregando…').waitFor();
    await page.getByText('Carregando o mapa…').waitFor();
    expect(await page.locator('.place-skeleton').count()).toBe(6);
    // What comes in their place is there, too.
    expect(await page.locator('.filters .pill').allInnerTexts()).toEqual(
      expect.arrayContaining(['Nota', 'Tipo de lugar']),
    );
    const [shape] = await boxesOf(page.locator('.place-skeleton span'));
    const [count] = await boxesOf(page.locator('.found'));
    expect(shape?.x).toBe(count?.x);
    await explorer.expectUsable('shell');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const { headers, text } = await directory.get('/explore?lang=pt');
    expect(headers.get('vary')).toContain('Accept-Language');
    expect(text).toContain('<html lang="pt-BR">');
  });

  it('opens places and people by the links of the service, and gives the focus back', async () => {
    const [explorer, page] = await shown('?q=museu');
    const link = page.locator('.places a').first();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Museum of Art', level: 2 }).waitFor();
    await page.locator('#panel-heading:focus').waitFor();
    await page.getByText('Visit 6 <b>was</b> fine').waitFor();
    await page.getByRole('button', { name: 'More Reviews' }).click();
    await page.getByText('Visit 0 <b>was</b> fine').waitFor();
    await explorer.expectUsable('place');
    await page.getByRole('link', { name: 'Friend 0' }).first().click();
    await page.getByRole('heading', { name: 'Friend 0', level: 2 }).waitFor();
    await panel(page).getByRole('link', { name: '← Museum of Art' }).click();
    await page.getByRole('heading', { name: 'Museum of Art', level: 2 }).waitFor();
    await page.goBack();
    await page
      .getByRole('region', { name: /^Followers/ })
      .getByRole('link', { name: 'Maria Souza' })
      .click();
    await page.getByRole('heading', { name: 'Maria Souza', level: 2 }).waitFor();
    await page
      .getByRole('region', { name: /^Follows/ })
      .getByRole('button', { name: 'More' })
      .click();
    await page.getByRole('link', { name: 'Friend 0' }).waitFor();
    await explorer.expectUsable('person');
    await page.goBack();
    await page.getByRole('heading', { name: 'Friend 0', level: 2 }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'detached' });
    await page.locator('.places a:focus').waitFor();
    expect(await explorer.page.title()).toBe('museu – Place Directory');
  });
});
