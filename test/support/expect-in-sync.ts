import { type ComparisonRun, IndexComparison, IndexVerifier } from '../../src/places/search-index/verify.js';
import { type Directory } from './directory.js';

/** Waits up to a minute for index sync, then expects the index to equal PostgreSQL. */
export async function expectInSync({ app }: Directory): Promise<void> {
  const verifier = app.get(IndexVerifier);
  expect(await verifier.waitForPendingChanges(60_000)).toBe(0);
  const run: ComparisonRun = { stored: 0, indexed: 0, settleMs: 5000 };
  const differences = [];
  const live = await verifier.liveIndex();
  for await (const difference of app.get(IndexComparison).differences(live, run)) differences.push(difference);
  expect(differences).toEqual([]);
}
