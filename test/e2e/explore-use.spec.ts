import { registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { phone } from '../support/page.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

describe('/explore over made places', () => {
  const places = [...Array(45).keys()].map((at) => aPlace({ id: `place-${at}`, name: `Museu ${at}` }));
  places.push(aPlace({ id: 'ferry', name: 'Ferry Terminal', address: { city: 'Santos' }, categories: [] }));
  const { directory } = useDirectory({ env: { SEARCH_TIMEOUT: '20000' }, places, fill: registerDemoUser });
  const { explore, signedIn, shown } = useExplorer(directory, { hasMap: false });

  it('keeps the focus of the keyboard where something was pressed, or leads it on from there', async () => {
    const [explorer, page] = await shown('?q=museu&city=São Paulo');
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.locator('.places li').nth(39).waitFor();
    await page.locator('button.more:focus').waitFor();
    await page.keyboard.press('Enter');
    // There is no more, and so no button: what came first has the focus.
    await page.locator('.places li:nth-child(41) a:focus').waitFor();
    expect(await page.locator('.places li').count()).toBe(45);
    await page.getByRole('button', { name: 'Remove São Paulo' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#results-heading:focus').waitFor();
    await explorer.queryWith((query) => !query.has('city'));
  });

  it('searches around the person until that is pressed again', async () => {
    const geolocation = { latitude: -23.55, longitude: -46.63 };
    const [explorer, page] = await shown('?q=museu', { geolocation, permissions: ['geolocation'] });
    const button = page.getByRole('button', { name: 'Near me', exact: true });
    await button.click();
    const near = await explorer.queryWith((query) => query.has('near') && query.get('sort') === 'distance');
    expect(near.get('near')).toBe('-23.55,-46.63');
    await page.locator('.places .line', { hasText: /away/ }).first().waitFor();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await explorer.settled();
    await button.click();
    await explorer.queryWith((query) => !query.has('near') && !query.has('sort'));
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await explorer.found('45 places');
    await button.click();
    await page.getByRole('button', { name: 'Remove Near me' }).click();
    await explorer.queryWith((query) => !query.has('near') && !query.has('sort'));
  });

  it.each([
    ['desktop', {}],
    ['phone', phone],
  ])('begins new results with the first on a %s, however far the list was scrolled', async (_device, options) => {
    const [explorer, page] = await shown('?q=museu', options);
    const top = () => page.locator('#sheet').evaluate((list) => list.scrollTop);
    const last = page.locator('.places li').last();
    await last.scrollIntoViewIfNeeded();
    expect(await top()).toBeGreaterThan(500);
    await page.getByRole('combobox', { name: 'Search for places' }).fill('terminal');
    await page.keyboard.press('Enter');
    await explorer.found('1 place');
    await page.goBack();
    await explorer.found('45 places');
    await last.scrollIntoViewIfNeeded();
    // Further places of the same search move nothing.
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.locator('.places li').nth(39).waitFor();
    expect(await top()).toBeGreaterThan(500);
    await page.locator('.sort select').selectOption('name');
    await explorer.queryWith((query) => query.has('sort'));
    await page.locator('.results[aria-busy=false] .places li:nth-child(20):last-child').waitFor();
    expect(await top()).toBe(0);
  });

  it('searches for typed words as typed, and in another order', async () => {
    const [explorer, page] = await shown('?q=ferrry+terminal');
    const box = page.getByRole('combobox', { name: 'Search for places' });
    const asTyped = page.getByRole('button', { name: 'Search exactly as typed' });
    await asTyped.waitFor();
    await box.fill('museu');
    await asTyped.press('Enter');
    const exact = await explorer.queryWith((query) => query.get('match') === 'exact');
    expect([exact.get('q'), await box.inputValue()]).toEqual(['museu', 'museu']);
    await explorer.found('45 places');
    await box.fill('ferry');
    await page.locator('.sort select').selectOption('name');
    const ordered = await explorer.queryWith((query) => query.get('sort') === 'name');
    expect([ordered.get('q'), ordered.get('match')]).toEqual(['ferry', null]);
  });

  it('shows one thing at a time on a phone, each to be closed', async () => {
    const [explorer, page] = await shown('?q=museu&open=/v2/places/place-3&request=shown', phone);
    await page.getByRole('heading', { name: 'Museu 3', level: 2 }).waitFor();
    const request = page.getByRole('region', { name: 'Request' });
    expect(await request.count()).toBe(0);
    await page.keyboard.press('Escape');
    await request.waitFor();
    expect(explorer.query.has('open')).toBe(false);
    await request.getByRole('button', { name: 'Close' }).click();
    await request.waitFor({ state: 'detached' });
    await page.locator('#menu-button:focus').waitFor();
    await page.locator('.places a').first().click();
    await page.locator('.panel').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await explorer.expectUsable('phone-menu');
    await page.getByRole('button', { name: 'Request' }).click();
    await request.waitFor();
    expect(await page.locator('.panel').count()).toBe(0);
    await page.keyboard.press('Escape');
    await request.waitFor({ state: 'detached' });
    expect([...explorer.query.keys()]).toEqual(['q']);
  });

  it('leaves room for the list where the page is enlarged four times', async () => {
    const viewport = { width: 320, height: 256 };
    const [explorer, page] = await signedIn('?q=museu', { viewport });
    const list = page.locator('.side');
    expect((await list.boundingBox())?.height ?? NaN).toBeGreaterThan(viewport.height);
    await page.locator('.places a').first().click();
    await page.getByRole('heading', { name: 'Museu', level: 2 }).waitFor();
    expect(await page.locator('.panel a[href^="tel:"]').first().getAttribute('href')).toMatch(/^tel:\+?\d+$/);
    await explorer.expectUsable('enlarged');
  });

  it('shows its requests, in both formats, to be made again in a terminal', async () => {
    const [explorer, page] = await signedIn(`?q=it's+"museu"`);
    await page.getByRole('button', { name: 'Request' }).click();
    const request = page.getByRole('region', { name: 'Request' });
    await request.getByText(`curl -H "Authorization: Bearer $TOKEN" '${directory.url}/v2/places?q=it'\\''s`).waitFor();
    const answer = request.locator('.response');
    expect(JSON.parse(await answer.innerText())).toHaveProperty('results.header.rows', 20);
    await page.getByRole('combobox', { name: 'Search for places' }).fill('museu');
    await page.keyboard.press('Enter');
    await request.getByLabel('XML').check();
    await answer.getByText('<found>45</found>').waitFor();
    await request
      .getByText(/wt=xml$/)
      .first()
      .waitFor();
    await explorer.expectUsable('request');
    await request.getByText('Headers').click();
    await request.getByText('application/xml; charset=utf-8').waitFor();
    await page.locator('.places a').first().click();
    await answer.getByText('<place>').waitFor();
    await request.getByLabel('Recent requests').selectOption({ label: '200 /v2/places' });
    await answer.getByText('<found>45</found>').waitFor();
  });

  it('says which words it corrected or left out, and searches for the words as typed', async () => {
    const [explorer, page] = await signedIn('?q=ferrry+terminal', { viewport: { width: 375, height: 740 } });
    const status = page.locator('.results').getByRole('status');
    await status.getByText('No place has these words as typed; shown for “ferry terminal”.').waitFor();
    await explorer.show(`?q=ferry+near+santos+${'x'.repeat(80)}`);
    await status.getByText(`Shown without “${'x'.repeat(80)}”.`).waitFor();
    await page.getByRole('button', { name: 'Remove in or near Santos' }).waitFor();
    await explorer.expectUsable('relaxed');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.locator('.sort').count()).toBe(1);
    await page.getByRole('button', { name: 'Search exactly as typed' }).click();
    await explorer.found('0 places');
    // There is nothing to be put in order.
    expect(await page.locator('.sort').count()).toBe(0);
    await page.locator('#results-heading:focus').waitFor();
    expect(explorer.query.get('match')).toBe('exact');
    await page.getByRole('button', { name: 'Request' }).click();
    await page.getByText(/curl .*[?&]match=exact&/).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Leave out Exactly as typed' }).click();
    await explorer.found('1 place');
    expect(explorer.query.has('match')).toBe(false);
  });

  it('works on a phone, in Portuguese, by night', async () => {
    const explorer = await explore({ ...phone, locale: 'pt-BR', colorScheme: 'dark' });
    const { page } = await explorer.open('?q=museu');
    await explorer.expectUsable('pt-phone-dark-sign-in');
    await explorer.signIn('?q=museu', { button: 'Entrar' });
    await explorer.found('45 lugares');
    await page.locator('html[lang=pt-BR]').waitFor({ state: 'attached' });
    await explorer.expectUsable('pt-phone-dark-list');
    // A longer count has room beside the order.
    const end = await page.evaluate<number>(`(() => {
      const longer = document.querySelector('.found').cloneNode();
      longer.textContent = '2.680 lugares aqui';
      longer.style = 'position: absolute; white-space: nowrap';
      document.querySelector('.found').before(longer);
      const { right } = longer.getBoundingClientRect();
      longer.remove();
      return right;
    })()`);
    expect((await page.locator('.sort').boundingBox())?.x).toBeGreaterThan(end + 8);
    const account = page.locator('.tools').locator('a', { hasText: 'Conta' });
    expect(await account.getAttribute('href')).toBe('/v2/oauth/account?lang=pt');
    await page.getByRole('button', { name: 'Mostrar a lista inteira' }).click();
    await page.getByRole('button', { name: 'Mostrar o mapa' }).click();
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name }).click();
    };
    await choose('Requisições à API');
    await page.locator('.response').waitFor();
    await explorer.expectUsable('pt-phone-dark-request');
    await choose('Requisições à API');
    await page.getByRole('button', { name: 'Mostrar a lista' }).press('ArrowUp');
    await page.locator('.places a').first().click();
    await page.getByRole('heading', { name: 'Avaliações' }).waitFor();
    await explorer.expectUsable('pt-phone-dark-place');
    await page.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByLabel('Idioma').selectOption('EN');
    await page.locator('html[lang=en]').waitFor({ state: 'attached' });
    await page.locator('#tools').waitFor({ state: 'hidden' });
    await page.locator('#menu-button:focus').waitFor();
    await explorer.found('45 places');
    // The language of the browser is another.
    await explorer.open();
    await page.locator('html[lang=en] .found', { hasText: /places/ }).waitFor();
  });
});
