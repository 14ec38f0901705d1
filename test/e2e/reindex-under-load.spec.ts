import { IndexLifecycle } from '../../src/places/index/lifecycle.js';
import { expectInSync } from '../support/expect-in-sync.js';
import { useDirectory } from '../support/use-directory.js';

const places = 2000;

/** Searches must not be affected by a reindex (docs/operations/reindex.md). */
describe('reindex under load', () => {
  const { directory, get } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    fill: async ({ source }) => {
      const rows = "SELECT 'p' || n, 'Lugar ' || n FROM generate_series(1, $1) n";
      await source.query(`INSERT INTO places (id, name) ${rows}`, [places]);
    },
  });
  // A second replica, whose worker relays changes as well.
  useDirectory({ over: directory });

  it('fails no search, never shows a half-built index, and loses no change', async () => {
    await directory.settle();
    const over = new AbortController();
    const seen = new Set<string>();
    let changes = 0;
    const searching = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const { status, body } = await get('/v2/places?q=lugar');
        seen.add(`${status} ${String(body?.results?.header.found)}`);
      }
    };
    const changing = async (): Promise<void> => {
      for (; !over.signal.aborted; changes += 1) {
        const row = [`Lugar mudado ${changes}`, `p${1 + (changes % places)}`];
        await directory.source.query('UPDATE places SET name = $1 WHERE id = $2', row);
      }
    };
    const working = Promise.all([searching(), searching(), changing()]);
    for (let round = 0; round < 2; round += 1) await directory.app.get(IndexLifecycle).rebuild();
    over.abort();
    await working;
    expect([...seen]).toEqual([`200 ${places}`]);
    expect(changes).toBeGreaterThan(3);
    await expectInSync(directory);
  }, 180_000);
});
