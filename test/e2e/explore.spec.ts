import { aCheckin, aReview, aUser } from '../support/factories.js';
import { registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { describeOverRhodeIsland, importRhodeIsland } from '../support/rhode-island.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

/** A restaurant of Rhode Island with all that a panel can show. */
const olympic = { placeId: '', name: 'Olympic Pizza' };

jest.setTimeout(BROWSER_TEST_TIMEOUT);

describeOverRhodeIsland('/explore over Rhode Island', () => {
  const people = [...Array(7).keys()].map((at) => aUser({ id: `friend-${at}`, name: `Friend ${at}` }));
  const { directory, ids } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    users: people,
    fill: async (directory) => {
      await importRhodeIsland(directory);
      await registerDemoUser(directory);
    },
  });
  const { signedIn } = useExplorer(directory);

  beforeAll(async () => {
    const [placeId = ''] = await ids('q="Olympic Pizza"&rows=1');
    olympic.placeId = placeId;
    await directory.add({
      follows: people.map(({ id }) => ({ followerId: 'maria', followingId: id, created: new Date() })),
      reviews: people.map(({ id: userId }, at) => aReview({ userId, placeId, text: `Visit ${at} <b>was</b> fine` })),
      checkins: [aCheckin({ userId: 'friend-0', placeId })],
    });
  }, 300_000);

  it('finds places, narrows them by what they are, and goes back', async () => {
    const [explorer, page] = await signedIn();
    await explorer.found('16,786 places');
    await explorer.drawn();
    await explorer.expectUsable('list');
    await page.getByRole('combobox', { name: 'Search for places' }).fill('pizza');
    await page.keyboard.press('Enter');
    await explorer.found('383 places');
    expect((await explorer.names())[0]).toContain('Pizza');
    await page.getByRole('button', { name: /^City/ }).click();
    await page.getByRole('checkbox', { name: 'Warwick 39' }).check();
    await explorer.found('39 places');
    // Others are counted as if no city was chosen.
    await page.getByRole('checkbox', { name: 'Cranston 23' }).check();
    await explorer.found('62 places');
    await explorer.expectUsable('filters');
    expect(explorer.query.getAll('city')).toEqual(['Warwick', 'Cranston']);
    await page.goBack();
    await explorer.found('39 places');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Warwick' }).click();
    await explorer.found('383 places');
    const [best = ''] = await explorer.names();
    await page.getByLabel('Order').selectOption('Name');
    await explorer.queryWith((query) => query.get('sort') === 'name');
    await page.locator('.places li:first-child .name').filter({ hasNotText: best }).waitFor();
    const names = await explorer.names();
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
  });

  it('offers what begins so, for the keyboard too', async () => {
    const [explorer, page] = await signedIn();
    const box = page.getByRole('combobox', { name: 'Search for places' });
    await box.pressSequentially('coff');
    const category = page.getByRole('option', { name: /Coffee & Tea/ });
    await category.waitFor();
    await explorer.expectUsable('type-ahead');
    await page.keyboard.press('Escape');
    await category.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await category.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][aria-selected=true]', { hasText: 'Coffee & Tea' }).waitFor();
    expect(await box.getAttribute('aria-activedescendant')).toBe(await category.getAttribute('id'));
    await page.keyboard.press('Enter');
    await explorer.queryWith((query) => [...query.values()].includes('Coffee & Tea'));
    expect(await box.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Remove Coffee & Tea' }).waitFor();
  });

  it('opens places and people by the links of the service, and gives the focus back', async () => {
    const [explorer, page] = await signedIn('?q=olympic pizza');
    const link = page.locator('.places a').first();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: olympic.name, level: 2 }).waitFor();
    await page.locator('#panel-heading:focus').waitFor();
    await page.getByText('Visit 6 <b>was</b> fine').waitFor();
    await page.getByRole('button', { name: 'More Reviews' }).click();
    await page.getByText('Visit 0 <b>was</b> fine').waitFor();
    await explorer.expectUsable('place');
    await page.getByRole('link', { name: 'Friend 0' }).first().click();
    await page.getByRole('heading', { name: 'Friend 0', level: 2 }).waitFor();
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
    expect(explorer.errors).toEqual([]);
  });
});
