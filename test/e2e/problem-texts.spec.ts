import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencePt, sentencesPt } from '../../src/http/problem-catalogue-pt.js';
import { pmtiles } from '../support/tiles.js';
import { useDirectory } from '../support/use-directory.js';
import { useTemporaryFolder } from '../support/use-temporary-folder.js';

interface Problem {
  detail: string;
  errors: { parameter?: string; reason: string; allowed?: string[] }[];
}

const form = 'application/x-www-form-urlencoded';

describe('the texts of problems', () => {
  const folder = useTemporaryFolder();
  const { directory, tokens } = useDirectory({
    env: { EXPLORE: 'true', ACCESS_TOKEN_IN_QUERY: 'true' },
    tokens: ['application', 'trusted'],
  });
  const { directory: withoutExplore } = useDirectory({ env: { EXPLORE: 'false' }, over: directory });
  const { directory: withoutFile } = useDirectory({
    env: () => {
      const file = join(folder, 'city.pmtiles');
      writeFileSync(file, pmtiles());
      return { MAP_PMTILES: file };
    },
    over: directory,
  });

  /** Addresses that a person may meet, each with something wrong. */
  const addresses: [path: string, init?: RequestInit & { trusted?: true }][] = [
    ...[
      '/v2/places?rows=x&start=-1&rows=2&wt=yaml&match=some',
      '/v2/places?q=%00&sort=%FF',
      `/v2/places?q=${'x'.repeat(300)}`,
      '/v2/places?location.lat=1',
      '/v2/places?location.lat=x&location.lng=200',
      '/v2/places?location.lat=1&location.lng=1&location.radius=0',
      '/v2/places?location.bias=x',
      '/v2/places?location.bias=95,1',
      '/v2/places?location.nw.lat=1&location.nw.lng=1&location.se.lat=2&location.se.lng=2',
      '/v2/places?location.line=1,1;2,2',
      '/v2/places?open=whenever',
      '/v2/places?open=9999-01-01T00:00',
      '/v2/places?access_token=x&access_token=y',
      '/v2/places/suggest',
      '/v2/categories?language=?',
      '/v2/categories?wt=geojson',
      '/explore/map/2/4/0.mvt',
      '/%FF',
      '/docs/problems/nothing',
      '/explore/map.pmtiles',
    ].map((path): [string] => [path]),
    ['/v2/places?nmae=x', { headers: { Prefer: 'handling=strict' } }],
    ['/v2/places', { headers: { Accept: 'image/png' } }],
    ['/v2/places', { method: 'DELETE' }],
    ['/v2/users/nobody/verify', { trusted: true }],
    ['/v2/oauth/authorize'],
    ['/v2/oauth/authorize', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: form }],
  ];

  it('are translated where a person may meet them, and no translation is for a text that the service does not write', async () => {
    rmSync(join(folder, 'city.pmtiles'));
    const read = async (
      path: string,
      { trusted, headers, ...init }: RequestInit & { trusted?: true } = {},
      at = directory,
    ) => {
      const token = trusted ? tokens.trusted : tokens.application;
      const asked = { Accept: 'application/json', Authorization: `Bearer ${token}`, ...(headers as object) };
      const response = await fetch(at.url + path, { ...init, headers: asked });
      expect([path, response.ok]).toEqual([path, false]);
      const { detail, errors } = (await response.json()) as Problem;
      const faults = errors.filter(({ parameter }) => parameter !== undefined);
      // Without faults, a page says the detail.
      return faults.length === 0 ? [detail] : faults.flatMap(({ reason, allowed = [] }) => [reason, ...allowed]);
    };
    const texts = [
      ...(await Promise.all(addresses.map(([path, init]) => read(path, init)))),
      await read('/explore', {}, withoutExplore),
      await read('/explore/map.pmtiles', {}, withoutFile),
    ].flat();
    expect([...new Set(texts)].filter((text) => sentencePt(text) === undefined)).toEqual([]);
    const met = new Set(texts.map((text) => sentencesPt.find(([pattern]) => pattern.test(text))));
    expect(sentencesPt.filter((sentence) => !met.has(sentence)).map(([pattern]) => String(pattern))).toEqual([]);
  });
});
