import { aPlace } from '../support/factories.js';
import { getWithRetry } from '../support/retry.js';
import { insertPlaces } from '../support/place-rows.js';
import { describeOverRhodeIsland, importRhodeIsland, readRhodeIsland } from '../support/rhode-island.js';
import { useDirectory } from '../support/use-directory.js';

interface Page {
  header: { found: number; start: number; next?: string; previous?: string; nextCursorMark?: string };
  places: { id: string }[];
}

describeOverRhodeIsland('paging to any depth over Rhode Island', () => {
  let all: string[];

  const { directory, tokens, get } = useDirectory({
    env: { SEARCH_TIMEOUT: '10000' },
    fill: importRhodeIsland,
    tokens: ['application'],
  });

  beforeAll(() => {
    all = readRhodeIsland()
      .map(({ id }) => id)
      .sort();
  });

  /** Follows `next` from the first page on. */
  async function* pagesFrom(query: string): AsyncGenerator<Page> {
    let next: string | undefined = `${directory.url}/v2/places?${query}`;
    while (next !== undefined) {
      const { status, text, body } = await getWithRetry(
        directory,
        next.slice(directory.url.length),
        tokens.application,
      );
      if (status !== 200) throw new Error(text);
      const page = body.results as Page;
      yield page;
      next = page.header.next;
    }
  }

  it('continues by cursor after the maximum start, and reaches every place once', async () => {
    const plain: string[] = [];
    for (let start = 9900; start <= 10_000; start += 50) {
      const { body } = await getWithRetry(directory, `/v2/places?sort=name&rows=50&start=${start}`, tokens.application);
      plain.push(...body.results.places.map(({ id }: { id: string }) => id));
    }
    const seen: string[] = [];
    const headers: Page['header'][] = [];
    for await (const { header, places } of pagesFrom('sort=name&rows=50&start=9900')) {
      headers.push(header);
      seen.push(...places.map(({ id }) => id));
    }
    expect(seen.slice(0, plain.length)).toEqual(plain);
    expect(seen).toHaveLength(all.length - 9900);
    expect(new Set(seen).size).toBe(seen.length);
    // 9900, 9950 and 10000 are reached by start, later pages by cursor.
    expect(headers.slice(0, 4).map(({ start }) => start)).toEqual([9900, 9950, 10_000, 0]);
    expect(headers.map(({ next }) => next?.includes('cursorMark='))).toEqual([
      false,
      false,
      ...Array.from({ length: headers.length - 3 }, () => true),
      undefined,
    ]);
    expect(headers.slice(3).filter(({ previous }) => previous !== undefined)).toEqual([]);
    expect(headers.every(({ found }) => found === all.length)).toBe(true);
  }, 120_000);

  // Last, because it changes the places.
  it('shows every place once by cursor, while an import changes, adds and removes places', async () => {
    const seen: string[] = [];
    let pages = 0;
    let importing: Promise<void> | undefined;
    for await (const { places } of pagesFrom('cursorMark=*&sort=statistics.rating%20desc,name&rows=50')) {
      seen.push(...places.map(({ id }) => id));
      pages += 1;
      // Places after the cursor move before it, and the other way round.
      if (pages === 5) importing = shuffleEverything();
      if (pages % 20 === 0) await addAndRemove(pages);
    }
    await importing;
    expect(seen.sort()).toEqual(all);
    await directory.settle();
    const { body } = await get('/v2/places?q=id:wof-873979507');
    expect(body.results.places[0].statistics.rating).toBe('10');
    const newcomers = await get('/v2/places?fq=name:newcomer');
    expect(newcomers.body.results.header.found).toBe(Math.floor(pages / 20));
  }, 180_000);

  async function shuffleEverything(): Promise<void> {
    await directory.source.query(
      "UPDATE places SET rating = CASE WHEN rating IS NULL THEN 10 END, name = reverse(name) WHERE id <> 'wof-873979507'",
    );
    await directory.source.query("UPDATE places SET rating = 10 WHERE id = 'wof-873979507'");
    await directory.settle();
  }

  async function addAndRemove(page: number): Promise<void> {
    await insertPlaces(directory.source, [aPlace({ id: `new-${page}`, name: `Newcomer ${page}` })]);
    await directory.source.query('DELETE FROM places WHERE id = $1', [all[page * 10]]);
  }
});
