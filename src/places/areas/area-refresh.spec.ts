import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DataSource } from 'typeorm';
import { type Kinds } from '../kinds/kinds.js';
import { AreaRefresh, type AreaTable } from './area-refresh.js';
import { Areas } from './areas.js';
import { type AreaRow } from './draft.js';

const newport: AreaRow = {
  ...{ country: 'US', state: 'RI', city: 'Newport', district: null, places: 400 },
  ...{ lat: 41.49, lng: -71.31, radius: 3000 },
};

// Responses are cached under this version. A search that still reads old kinds must not be cached under the new one.
it('raises the version of the areas after the kinds are replaced', async () => {
  const areas = new Areas();
  const versions: Record<string, number> = {};
  let languages: readonly string[] = [];
  const table: Pick<AreaTable, 'compute' | 'version' | 'read' | 'categories'> = {
    compute: () => Promise.resolve(),
    version: () => Promise.resolve('2026-11-26T10:00:00.000Z'),
    read: () => Promise.resolve([newport]),
    categories: () => {
      versions['categories are read'] = areas.version;
      return Promise.resolve([]);
    },
  };
  const kinds: Pick<Kinds, 'replace'> = {
    replace: async (_, given) => {
      await nextTurn();
      versions['kinds are replaced'] = areas.version;
      languages = given;
    },
  };
  const refresh = new AreaRefresh(table as AreaTable, areas, kinds as Kinds, {} as DataSource, { AREAS_INTERVAL: 60 });
  await refresh.refresh();
  expect({ ...versions, end: areas.version }).toEqual({ 'categories are read': 0, 'kinds are replaced': 0, end: 1 });
  expect([languages, areas.languages]).toEqual([['en'], ['en']]);
  expect(areas.named('newport')).toHaveLength(1);
});
