import { IndexLifecycle } from '../../src/places/search-index/lifecycle/index-lifecycle.js';
import { IndexVerifier } from '../../src/places/search-index/lifecycle/index-verifier.js';
import { type ComparisonRun } from '../../src/places/search-index/lifecycle/index-comparison.js';
import { useDirectory } from '../support/use-directory.js';

const places = 2000;

/** Searches must not be affected by a reindex (docs/operations/reindex.md). */
describe('reindex under load', () => {
  const { directory } = useDirectory({ env: { RESPONSE_CACHE_SIZE: '0', SEARCH_TIMEOUT: '20000' } });

  beforeAll(async () => {
    await directory.source.query(
      "INSERT INTO places (id, name) SELECT 'p' || n, 'Lugar ' || n FROM generate_series(1, $1) n",
      [places],
    );
    await directory.settle();
  });

  it('fails no search, never shows a half-built index, and loses no change', async () => {
    const token = await directory.token();
    const over = new AbortController();
    const seen = new Map<string, number>();
    const searching = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const { status, body } = await directory.get('/v2/places?q=lugar', token);
        const answer = `${status} ${String(body?.results?.header.found)}`;
        seen.set(answer, (seen.get(answer) ?? 0) + 1);
      }
    };
    const changing = async (): Promise<void> => {
      for (let change = 1; !over.signal.aborted; change += 1) {
        const row = [`Lugar mudado ${change}`, `p${1 + (change % places)}`];
        await directory.source.query('UPDATE places SET name = $1 WHERE id = $2', row);
      }
    };
    const working = Promise.all([searching(), searching(), changing()]);
    await directory.app.get(IndexLifecycle).rebuild();
    over.abort();
    await working;
    expect([...seen.keys()]).toEqual([`200 ${places}`]);

    const verifier = directory.app.get(IndexVerifier);
    expect(await verifier.waitForPendingChanges(20_000)).toBe(0);
    const run: ComparisonRun = { stored: 0, indexed: 0, settleMs: 5000 };
    const differences = [];
    for await (const difference of verifier.differences(run)) differences.push(difference);
    expect(differences).toEqual([]);
  }, 90_000);
});
