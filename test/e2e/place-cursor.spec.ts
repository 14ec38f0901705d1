import { elasticsearch } from '../support/elasticsearch.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const places = Array.from({ length: 25 }, (_, at) =>
  aPlace({
    id: `p${String(at).padStart(2, '0')}`,
    name: at % 2 ? 'Padaria' : 'Café',
    // Some places lack this value, so that cursors cross the missing values.
    statistics: at % 3 ? { pageviews: String(at % 5), rating: String(at % 4) } : {},
  }),
);

describe('cursor pagination of places', () => {
  const { directory, get } = useDirectory({ places });

  const search = (query: string) => get(`/v2/places?${query}`);

  /** The ids of all pages, by following `next`. */
  async function readAll(query: string, between: () => Promise<void> = () => Promise.resolve()): Promise<string[]> {
    const ids: string[] = [];
    let { body } = await search(query);
    for (;;) {
      ids.push(...body.results.places.map((place: { id: string }) => place.id));
      const { next } = body.results.header;
      if (next === undefined) return ids;
      await between();
      ({ body } = await get(next.slice(directory.url.length)));
    }
  }

  it.each([
    '',
    'sort=name',
    'sort=statistics.pageviews',
    'sort=statistics.pageviews%20desc',
    'sort=statistics.rating%20desc,name',
    'q=cafe',
    'sort=id%20desc',
    'location.lat=-23.5&location.lng=-46.6&sort=distance',
  ])('gives every place once, in the order of the plain search (%s)', async (query) => {
    const { body } = await search(`rows=50&${query}`);
    const expected = body.results.places.map((place: { id: string }) => place.id);
    expect(expected.length).toBeGreaterThan(10);
    expect(await readAll(`cursorMark=*&rows=4&${query}`)).toEqual(expected);
  });

  it('has next and nextCursorMark on every page but the last', async () => {
    const { body, headers } = await search('cursorMark=*&rows=20&sort=id');
    const { header } = body.results;
    expect(header).toEqual({
      found: 25,
      rows: 20,
      start: 0,
      next: expect.stringContaining(`cursorMark=${encodeURIComponent(header.nextCursorMark)}`),
      nextCursorMark: expect.any(String),
    });
    expect(headers.get('link')).toContain('rel="next"');
    expect(headers.get('link')).not.toContain('rel="last"');
    // Page size, fields and format may differ between pages.
    const last = await search(`sort=id&rows=5&fl=name&cursorMark=${encodeURIComponent(header.nextCursorMark)}`);
    expect(last.body.results.header).toEqual({ found: 25, rows: 5, start: 0 });
    expect(last.body.results.places).toHaveLength(5);
  });

  it('serves the last page again', async () => {
    const { body } = await search('cursorMark=*&rows=20&sort=id');
    const last = `sort=id&rows=20&cursorMark=${encodeURIComponent(body.results.header.nextCursorMark)}`;
    const responses = [await search(last), await search(last)];
    expect(responses.map(({ status, body: page }) => [status, page.results?.places.length])).toEqual([
      [200, 5],
      [200, 5],
    ]);
  });

  it('shows neither additions nor deletions made between two pages', async () => {
    let at = 0;
    const before = await readAll('cursorMark=*&rows=50&sort=name');
    const seen = await readAll('cursorMark=*&rows=5&sort=name', async () => {
      await directory.source.query('UPDATE places SET name = $1 WHERE id = $2', [`Zeta ${++at}`, `p0${at}`]);
      await directory.source.query('DELETE FROM places WHERE id = $1', [`p2${at - 1}`]);
      await directory.settle();
    });
    expect(seen).toEqual(before);
  });

  it('rejects a cursorMark that is forged, belongs to another search, or comes with start', async () => {
    const { body } = await search('cursorMark=*&rows=2&sort=id');
    const mark: string = body.results.header.nextCursorMark;
    const forged = `${mark.slice(0, 10)}${mark[10] === 'A' ? 'B' : 'A'}${mark.slice(11)}`;
    for (const [query, parameter] of [
      [`sort=id&cursorMark=${forged}`, 'cursorMark'],
      [`sort=name&cursorMark=${mark}`, 'cursorMark'],
      [`sort=id&q=cafe&cursorMark=${mark}`, 'cursorMark'],
      ['sort=id&cursorMark=', 'cursorMark'],
      [`sort=id&start=2&cursorMark=${mark}`, 'start'],
    ] as const) {
      const response = await search(query);
      expect([response.status, response.body.errors[0].parameter]).toEqual([400, parameter]);
    }
  });

  it('returns 410 when the cursor has expired', async () => {
    const { body } = await search('cursorMark=*&rows=2&sort=id');
    const mark: string = body.results.header.nextCursorMark;
    // Elasticsearch does this after five minutes.
    const id: string = JSON.parse(Buffer.from(mark.split('.')[0] ?? '', 'base64url').toString())[0];
    await elasticsearch('_pit', 'DELETE', { id });
    const { status, body: problem } = await search(`sort=id&cursorMark=${mark}`);
    expect([status, problem.code]).toEqual([410, 'cursor_expired']);
  });
});
