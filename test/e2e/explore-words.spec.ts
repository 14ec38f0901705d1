import { type Page, type Response } from 'playwright-core';
import { AreaRefresh } from '../../src/places/areas/area-refresh.js';
import { registerDemoUser, BROWSER_TEST_TIMEOUT, type Explorer } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { markOn } from '../support/marks.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

describe('/explore says what the words mean', () => {
  const kindOf = (name: string) => ({
    categories: [{ id: 'all', name: 'All', subcategory: { id: name.toLowerCase(), name } }],
  });
  const providence = { country: 'US', state: 'RI', city: 'Providence' };
  const saoPaulo = { country: 'BR', state: 'SP', city: 'São Paulo' };
  const inProvidence = [...Array(120).keys()].map((at) =>
    aPlace({
      id: `p-${at}`,
      name: at === 0 ? "Uncle Paul's Pizzeria" : `${at % 2 === 0 ? 'Restaurant' : 'Diner'} ${at}`,
      address: providence,
      location: { lat: String(41.82 + (at % 12) / 1000), lng: String(-71.41 + Math.floor(at / 12) / 1000) },
      statistics: at % 2 === 0 ? { pageviews: '10' } : { rating: '4', reviews: '2' },
      ...kindOf('Restaurant'),
    }),
  );
  const inSaoPaulo = ['Cantina', 'Figueira', 'Mani'].map((name, at) =>
    aPlace({
      ...{ id: `sp-${at}`, name, address: saoPaulo, ...kindOf('Restaurant'), openingHours: '24/7' },
      location: { lat: String(-23.55 - at / 100), lng: '-46.64' },
    }),
  );
  const village = (city: string, lat: number, kind: string) =>
    [0, 1, 2].map((at) =>
      aPlace({
        ...{ id: `${city}-${at}`, name: `${city} ${at}`, ...kindOf(kind) },
        ...{ address: { ...saoPaulo, city }, location: { lat: String(lat), lng: String(-46.85 + at / 500) } },
      }),
    );
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [
      ...inProvidence,
      ...inSaoPaulo,
      // No hotel in the one, only hotels in the next.
      ...village('Embuara', -23.65, 'Florist'),
      ...village('Itapecera', -23.68, 'Hotel'),
      aPlace({
        ...{ id: 'vet', name: 'Paws', ...kindOf('Veterinary') },
        ...{ address: { ...providence, city: 'Newport' }, location: { lat: '41.49', lng: '-71.31' } },
      }),
      aPlace({
        ...{ id: 'galley', name: 'Galley', categories: [{ id: '1', name: 'Restaurantes' }] },
        ...{ address: { ...providence, city: 'Newport' }, location: { lat: '41.48', lng: '-71.32' } },
      }),
      aPlace({
        ...{ id: 'market', name: 'Mercado Municipal', address: saoPaulo, ...kindOf('Market') },
        location: { lat: '-23.541', lng: '-46.629' },
      }),
    ],
    fill: registerDemoUser,
  });
  const { shown } = useExplorer(directory, { hasMap: false });
  const onMap = (query: string) => shown(query, { hasMap: true });

  beforeAll(() => directory.app.get(AreaRefresh).refresh());

  const type = async (page: Page, text: string) => {
    await page.getByRole('combobox', { name: /places|lugares/ }).fill(text);
    await page.keyboard.press('Enter');
  };

  /** The middle of the map after one step closer. */
  const middle = async (explorer: Explorer): Promise<[number, number]> => {
    await explorer.page.locator('.map-view canvas').focus();
    await explorer.page.keyboard.press('Equal');
    const at = (await explorer.queryWith((query) => query.has('at'))).get('at') ?? '';
    const [lat = 0, lng = 0] = at.split(',').map(Number);
    return [lat, lng];
  };

  it('finds a city that the map does not show, and moves there', async () => {
    const [explorer, page] = await onMap('');
    await explorer.found('120 places here');
    expect(explorer.query.toString()).toBe('');
    const searched = page.waitForRequest((request) => request.url().includes('q=restaurante'));
    await type(page, 'restaurante sao paulo');
    const asked = new URL((await searched).url()).searchParams;
    expect(asked.get('location.bias')).toMatch(/^41\.8\d*,-71\.4\d*$/);
    expect(asked.has('location.nw.lat')).toBe(false);
    await explorer.found('3 places');
    expect((await explorer.names()).toSorted()).toEqual(['Cantina', 'Figueira', 'Mani']);
    await markOn(page, 'pins', ({ number }) => number === 3);
    const [lat, lng] = await middle(explorer);
    expect([Math.round(lat), Math.round(lng)]).toEqual([-24, -47]);
    // The address brings it all back.
    const shared = new URL(page.url()).search.replace(/&at=[^&]*/, '');
    await explorer.show('?q=mercado');
    await explorer.show(shared);
    await explorer.found('3 places');
    await markOn(page, 'pins', ({ number }) => number === 3);
  });

  it('says that there is none where it was searched, how far the nearest is, and offers no area that nobody chose', async () => {
    const [explorer, page] = await onMap('?at=-22.9,-43.2,13');
    await type(page, 'restaurant');
    await explorer.found('124 places');
    await page.getByText(/^No restaurant where you searched\. The nearest is 2\d\d\smi from there\.$/).waitFor();
    await markOn(page, 'pins');
    await page.locator('.places li:first-child .line', { hasText: /2\d\d\smi\saway/ }).waitFor();
    const offer = page.getByRole('button', { name: 'Search this area' });
    expect(await offer.count()).toBe(0);
    await explorer.expectUsable('nothing-here');
    expect((await middle(explorer)).map(Math.round)).toEqual([-23, -45]);
    await offer.waitFor();
  });

  const aroundProvidence = '41.8255,-71.4055,14';

  it.each([
    ['restaurant', '124 places'],
    ['hotel near embuara', '3 places'],
    ['veterinary in providence', '0 places'],
  ])('lists what one request returns, in its order, and asks for no more: %s', async (q, count) => {
    const [explorer, page] = await onMap('?q=paws');
    const answered: Response[] = [];
    const listen = (response: Response): void => {
      if (new URL(response.url()).pathname === '/v2/places') answered.push(response);
    };
    page.on('response', listen);
    await explorer.show(`?q=${q}&around=${aroundProvidence}`);
    await explorer.found(count);
    await explorer.drawn();
    page.off('response', listen);
    expect(answered.map((response) => new URL(response.url()).searchParams.get('q'))).toEqual([q]);
    const body = (await answered[0]?.json()) as { results: { places: { name: string }[] } };
    expect(await explorer.names()).toEqual(body.results.places.map(({ name }) => name));
  });

  it('says in one sentence what is shown instead, with the way back', async () => {
    const [explorer, page] = await shown('?q=sushi');
    await explorer.found('124 places');
    const said = page.locator('.results-head').getByRole('status');
    await said.getByText('Nothing was found for “sushi”. Shown instead: Restaurant.', { exact: true }).waitFor();
    // The places are no sushi restaurants.
    expect(await page.locator('.chip').count()).toBe(0);
    await explorer.expectUsable('shown-instead');
    await page.getByRole('button', { name: 'Search exactly as typed' }).click();
    await explorer.queryWith((query) => query.get('match') === 'exact');
    await page.locator('.no-result').waitFor();
    await explorer.show('?q=sushi&lang=pt');
    await said.getByText('Nada foi encontrado para “sushi”. Na lista, em vez disso: Restaurante.').waitFor();
    await explorer.show('?q=the best restuarant with kids&lang=en');
    await said.getByText(/shown for “.*restaurant.*”\. Shown without “.*kids”\.$/).waitFor();
    await explorer.show('?q=the+best+restuarant');
    await said
      .getByText('No place has these words as typed; shown for “the restaurant”. Shown without “best”.')
      .waitFor();
  });

  it('filters by kind and rating, in the language of the reader', async () => {
    const [explorer, page] = await shown('?lang=pt');
    await page.getByRole('button', { name: 'Tipo de lugar' }).click();
    await page.getByRole('checkbox', { name: 'Restaurante 124' }).check();
    await explorer.found('124 lugares');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Nota', exact: true }).selectOption('Nota 4,0+');
    await explorer.found('64 lugares');
    expect(explorer.query.getAll('kind')).toEqual(['amenity/restaurant']);
    await explorer.expectUsable('filters');
    await page.getByRole('button', { name: 'Remover Restaurante' }).click();
    await explorer.queryWith((query) => !query.has('kind'));
    await page.getByRole('button', { name: 'Remover Nota 4,0+' }).click();
    await explorer.queryWith((query) => !query.has('rating'));
  });

  it('shows chips, and searches again without one that is removed', async () => {
    const [explorer, page] = await shown('?q=restaurant+open+now+in+são+paulo', {
      viewport: { width: 1440, height: 900 },
    });
    await explorer.found('3 places');
    const chips = page.getByRole('list', { name: 'Chosen filters' });
    expect(await chips.getByRole('listitem').allInnerTexts()).toEqual(['Restaurant', 'open now', 'in São Paulo, SP']);
    await explorer.expectUsable('chips');
    const pressed = page.locator('.filters [aria-pressed=true]', { hasText: 'Open now' });
    await pressed.waitFor();
    await chips.getByRole('button', { name: 'Remove open now' }).click();
    await explorer.queryWith((query) => query.get('q.when') === 'off');
    await page.locator('#results-heading:focus').waitFor();
    await chips.getByRole('button', { name: 'Remove open now' }).waitFor({ state: 'detached' });
    await pressed.waitFor({ state: 'detached' });
    await chips.getByRole('button', { name: 'Remove in São Paulo, SP' }).click();
    await explorer.queryWith((query) => query.get('q.where') === 'off' && query.get('q.when') === 'off');
    await page.goBack();
    await chips.getByRole('button', { name: 'Remove in São Paulo, SP' }).waitFor();
    await type(page, 'restaurant open now');
    await explorer.queryWith((query) => !query.has('q.when'));
    await pressed.click();
    await explorer.queryWith((query) => query.get('q.when') === 'off');
  });

  it('opens the nearest place that it names if there is none, in English and Portuguese', async () => {
    const [explorer, page] = await shown('?q=veterinary+in+providence');
    await page.getByText('No veterinary in Providence, RI').waitFor();
    await explorer.expectUsable('nothing-there');
    const nearest = page.locator('.no-result').getByText(/^The nearest: Paws, [\d,]+\smi\saway$/);
    await nearest.waitFor();
    await nearest.getByRole('link', { name: 'Paws' }).click();
    await page.getByRole('heading', { name: 'Paws', level: 2 }).waitFor();
    await explorer.show('?q=veterinario+em+providence&lang=pt');
    await page.getByText('Nenhum resultado para veterinário em Providence, RI').waitFor();
    expect(await page.getByText(/^O mais próximo: Paws, a\s[\d.]+\s/).count()).toBe(1);
  });

  it('asks for the position of the user for what is near, and only then', async () => {
    const geolocation = { latitude: -23.55, longitude: -46.64 };
    const [explorer, page] = await shown('?q=restaurant near me', { geolocation, permissions: ['geolocation'] });
    // Until then, nearest to the middle of the map.
    await page.getByRole('button', { name: 'Remove nearest first' }).waitFor();
    await explorer.expectUsable('near-me');
    const searched = page.waitForRequest((request) => request.url().includes('location.lat=-23.55'));
    await page.getByRole('button', { name: 'Use my position' }).click();
    await searched;
    await explorer.queryWith((query) => query.get('near') === '-23.55,-46.64');
    await explorer.found('3 places');
    expect((await explorer.names())[0]).toBe('Cantina');
    expect(await page.getByRole('button', { name: 'Use my position' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Remove Near me' }).count()).toBe(1);
  });

  it('offers what begins so, for the keyboard too', async () => {
    const [explorer, page] = await shown('');
    const box = page.getByRole('combobox', { name: 'Search for places' });
    await box.pressSequentially('veter');
    const category = page.getByRole('option', { name: /^Veterinary/ });
    await category.waitFor();
    await explorer.expectUsable('type-ahead');
    await page.keyboard.press('Escape');
    await category.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await category.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][aria-selected=true]', { hasText: 'Veterinary' }).waitFor();
    expect(await box.getAttribute('aria-activedescendant')).toBe(await category.getAttribute('id'));
    await page.keyboard.press('Enter');
    await explorer.queryWith((query) => [...query.values()].includes('Veterinary'));
    expect(await box.inputValue()).toBe('Veterinary');
    // To search for it once more changes nothing.
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Veterinary' }).waitFor();
    // Words say another kind.
    await box.fill('market');
    await page.keyboard.press('Enter');
    const other = await explorer.queryWith((query) => query.get('q') === 'market');
    expect([...other.values()]).not.toContain('Veterinary');
  });
});
