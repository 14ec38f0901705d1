import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DataSource } from 'typeorm';
import { waitUntil } from '../../../test/support/retry.js';
import { type Kinds } from '../kinds/kinds.js';
import { AreaRefresh, type AreaTable } from './area-refresh.js';
import { Areas } from './areas.js';
import { type AreaRow } from './draft.js';

const newport: AreaRow = {
  ...{ country: 'US', state: 'RI', city: 'Newport', district: null, places: 400 },
  ...{ lat: 41.49, lng: -71.31, radius: 3000 },
};

/** Counts what is loaded. `change` is what a notification calls. */
function refreshing() {
  const areas = new Areas();
  const versions = { areas: 'a', categories: 'a' };
  const loads = { areas: 0, kinds: 0 };
  const asked = { count: 0 };
  let languages: readonly string[] = [];
  let change = (): void => undefined;
  const table: Pick<AreaTable, 'onChange' | 'compute' | 'versions' | 'read' | 'categories' | 'stop'> = {
    onChange: (handler) => (change = handler),
    compute: () => Promise.resolve(),
    versions: () => {
      asked.count += 1;
      return Promise.resolve({ ...versions });
    },
    stop: () => Promise.resolve(),
    read: () => {
      loads.areas += 1;
      return Promise.resolve([newport]);
    },
    categories: () => Promise.resolve([]),
  };
  const kinds: Pick<Kinds, 'replace'> = {
    replace: async (_, given) => {
      languages = given;
      await nextTurn();
      loads.kinds += 1;
    },
  };
  const database = { query: () => Promise.resolve([]) };
  const refresh = new AreaRefresh(table as AreaTable, areas, kinds as Kinds, database as unknown as DataSource, {
    AREAS_INTERVAL: 60,
  });
  return {
    refresh,
    areas,
    versions,
    loads,
    asked,
    languages: () => languages,
    change: () => {
      change();
    },
  };
}

it('loads areas and kinds when the areas were computed, and only kinds when a category has changed', async () => {
  const { refresh, areas, versions, loads, languages } = refreshing();
  await refresh.refresh();
  expect(loads).toEqual({ areas: 1, kinds: 1 });
  expect([languages(), areas.languages]).toEqual([['en'], ['en']]);
  expect(areas.named('newport')).toHaveLength(1);
  versions.categories = 'b';
  await refresh.refresh();
  expect([loads, languages()]).toEqual([{ areas: 1, kinds: 2 }, ['en']]);
  versions.areas = 'b';
  await refresh.refresh();
  await refresh.refresh();
  expect(loads).toEqual({ areas: 2, kinds: 3 });
});

it('loads once for many notifications, and again for those that come meanwhile', async () => {
  const { refresh, versions, loads, asked, change } = refreshing();
  refresh.onApplicationBootstrap();
  await refresh.refresh();
  expect(loads.kinds).toBe(1);
  const before = asked.count;
  for (const round of [2, 3]) {
    for (let count = 0; count < 5; count += 1) {
      versions.categories = `${round} ${count}`;
      change();
    }
    await waitUntil(() => loads.kinds === round, 5);
  }
  await refresh.onApplicationShutdown();
  expect(loads).toEqual({ areas: 1, kinds: 3 });
  expect(asked.count - before).toBeLessThan(5);
});
